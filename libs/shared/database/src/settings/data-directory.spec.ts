import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from '@petstore/embedded-postgres/server-user';
import { dataDirectory, fallbackDirectory } from './data-directory.ts';

const wanted = '/root/clone/.petstore';
const fallback = fallbackDirectory(wanted);
const fallbackChosen = {
  directory: fallback,
  notice: expect.stringContaining(`the data is in ${fallback}, not in ${wanted}: `),
};

/** Returns a fake file system. PostgreSQL's user can enter `/root` if `isOpen`. The directories of `withData` contain data. */
function fakeFileSystem(isOpen: boolean, ...withData: string[]) {
  return {
    hasServerUser: true,
    isReachable: (directory: string) => isOpen || !directory.startsWith('/root'),
    hasData: (directory: string) => withData.includes(directory),
  };
}

const closed = fakeFileSystem.bind(undefined, false);
const open = fakeFileSystem.bind(undefined, true);

describe.each([
  ['DATA_DIR', false],
  ['the default', true],
])('%s', (_, isDefault) => {
  it.each([
    ['is used when it can be reached', open(), { directory: wanted }],
    ['is used when it can be reached and has data', open(wanted), { directory: wanted }],
    ['is replaced by a fallback with data when it cannot be reached', closed(fallback), fallbackChosen],
    ['is replaced by a fallback with data when it can be reached again', open(fallback), fallbackChosen],
    [
      'is always used when PostgreSQL runs as the same user',
      { ...closed(), hasServerUser: false },
      { directory: wanted },
    ],
  ])('%s', (_sentence, files, chosen) => {
    expect(dataDirectory(wanted, isDefault, files)).toEqual(chosen);
  });

  it('is rejected when both directories have data', () => {
    expect(() => dataDirectory(wanted, isDefault, open(wanted, fallback))).toThrow(
      `there are two databases, one in ${wanted} and one in ${fallback}: move the unused one`,
    );
  });

  it('is rejected when it has data and cannot be reached, because another database would be empty', () => {
    expect(() => dataDirectory(wanted, isDefault, closed(wanted))).toThrow(
      `${wanted}, but PostgreSQL, which root runs as the user nobody, cannot enter /root: run "chmod o+x /root", or set`,
    );
  });
});

it('without data and not reachable, the default is replaced, and DATA_DIR is rejected', () => {
  expect(dataDirectory(wanted, true, closed())).toEqual(fallbackChosen);
  expect(() => dataDirectory(wanted, false, closed())).toThrow(`DATA_DIR is ${wanted}, but PostgreSQL`);
});

it('asks the real file system whether PostgreSQL can enter the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-closed-'));
  try {
    const directory = join(folder, 'not/yet/there');
    expect(dataDirectory(directory, true).directory).toBe(serverUser ? fallbackDirectory(directory) : directory);
    chmodSync(folder, 0o711);
    expect(dataDirectory(directory, true)).toEqual({ directory });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
