import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDirectory, type FileSystem } from './data-directory.ts';
import { fallbackDirectory, serverUser, systemDirectory } from './server-user.ts';

const wanted = '/root/clone/.petstore';
const fallback = fallbackDirectory(wanted);
const moved = fallbackDirectory('/root/before/.petstore');
const unrelated = fallbackDirectory('/root/before/other');

/** Returns a fake file system. PostgreSQL's user can enter `/root` if `isOpen`. The directories of `withData` contain data. */
function fakeFileSystem(isOpen: boolean, ...withData: string[]): FileSystem {
  const inSystem = [...withData, unrelated].filter((path) => path.startsWith(systemDirectory));
  return {
    hasServerUser: true,
    isReachable: (directory) => isOpen || !directory.startsWith('/root'),
    hasData: (directory) => [...withData, unrelated].includes(directory),
    fallbacks: () => ['postgresql-18.4.0', ...inSystem.map((path) => path.slice(systemDirectory.length + 1))],
  };
}

const closed = fakeFileSystem.bind(undefined, false);
const open = fakeFileSystem.bind(undefined, true);

it('gives each data directory its own fallback directory', () => {
  expect(fallback).toMatch(/^\/var\/lib\/petstore\/petstore-[0-9a-f]{8}$/);
  expect(new Set([fallback, moved, unrelated]).size).toBe(3);
});

describe.each([
  ['DATA_DIR', false],
  ['the default', true],
])('%s', (_, isDefault) => {
  it.each<[string, FileSystem, string]>([
    ['is used when it can be reached', open(), wanted],
    ['is used when it can be reached and has data', open(wanted), wanted],
    ['is replaced by a fallback with data when it cannot be reached', closed(fallback), fallback],
    ['is replaced by a fallback with data when it can be reached again', open(fallback), fallback],
  ])('%s', (_sentence, files, directory) => {
    const chosen = dataDirectory(wanted, isDefault, files);
    expect(chosen.directory).toBe(directory);
    expect(chosen.notice).toBeUndefined();
    if (directory === fallback)
      expect(chosen.fallbackNotice).toContain(`the data is in ${fallback}, not in ${wanted}: `);
    else expect(chosen.fallbackNotice).toBeUndefined();
  });

  it.each([
    ['reached', open(wanted, fallback)],
    ['not reached', closed(wanted, fallback)],
  ])('is rejected when the fallback contains data, too, if it can be %s', (_sentence, files) => {
    expect(() => dataDirectory(wanted, isDefault, files)).toThrow(
      `there are two databases, one in ${wanted} and one in ${fallback}: move the unused one`,
    );
  });

  it('is rejected when it has data and cannot be reached, because another database would be empty', () => {
    expect(() => dataDirectory(wanted, isDefault, closed(wanted))).toThrow(
      `${wanted}, but PostgreSQL, which root runs as the user nobody, cannot enter /root: run "chmod o+x /root", or set`,
    );
  });

  it('is always used when PostgreSQL runs as the same user', () => {
    const files = { ...closed(wanted, fallback), hasServerUser: false };
    expect(dataDirectory(wanted, isDefault, files)).toEqual({ directory: wanted });
  });
});

it('rejects a DATA_DIR that cannot be reached and has no data, and the message names other data directories', () => {
  const refusal = `DATA_DIR is ${wanted}, but PostgreSQL, which root runs as the user nobody, cannot enter /root: `;
  expect(() => dataDirectory(wanted, false, closed())).toThrow(refusal);
  expect(() => dataDirectory(wanted, false, closed(moved))).toThrow(`; other data is in ${moved}`);
  expect(() => dataDirectory(wanted, false, closed(moved))).not.toThrow(unrelated);
});

it('uses the fallback, with a notice, for a default that cannot be reached and has no data', () => {
  expect(dataDirectory(wanted, true, closed())).toEqual({
    directory: fallback,
    fallbackNotice: expect.stringContaining(`the data is in ${fallback}, not in ${wanted}: `),
  });
});

it('names other data directories if the default has no data', () => {
  const { directory, notice } = dataDirectory(wanted, true, closed(moved));
  expect(directory).toBe(fallback);
  expect(notice).toContain(
    `there is no data in ${fallback} yet; other data is in ${moved} (if this folder was moved: stop the service and`,
  );
  expect(notice).not.toContain(unrelated);
  expect(dataDirectory(wanted, true, open(moved))).toEqual({
    directory: wanted,
    notice: expect.stringContaining(`there is no data in ${wanted} yet; other data is in ${moved} (if`),
  });
  expect(dataDirectory(wanted, true, open(wanted, moved))).toEqual({ directory: wanted });
});

it('uses the fallback on the real file system if PostgreSQL cannot enter the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-closed-'));
  try {
    const directory = join(folder, 'not/yet/there');
    const isRoot = serverUser !== undefined;
    expect(dataDirectory(directory, true).directory).toBe(isRoot ? fallbackDirectory(directory) : directory);
    if (isRoot) expect(() => dataDirectory(directory, false)).toThrow(`run "chmod o+x ${folder}"`);
    chmodSync(folder, 0o711);
    for (const isDefault of [true, false]) expect(dataDirectory(directory, isDefault).directory).toBe(directory);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
