import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { ExportFile } from './export-file.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-export-'));
  path = join(directory, 'pets.csv');
});

afterEach(() => rmSync(directory, { recursive: true }));

it('the file appears complete when the export is finished', async () => {
  const file = await ExportFile.create(path, false);
  await file.write('a,b\n');
  await file.write('Zo\xc3\xab,1\n');
  expect(readdirSync(directory)).toEqual([expect.stringMatching(/^\.export-.*\.part$/)]);
  await file.finish();
  expect(readdirSync(directory)).toEqual(['pets.csv']);
  expect(readFileSync(path, 'utf8')).toBe('a,b\nZoë,1\n');
});

it('nothing is left of a discarded export', async () => {
  const file = await ExportFile.create(path, false);
  await file.write('a,b\n');
  await file.discard();
  expect(readdirSync(directory)).toEqual([]);
});

describe('an existing file', () => {
  beforeEach(() => writeFileSync(path, 'before'));

  it('is not replaced without force', async () => {
    await expect(ExportFile.create(path, false)).rejects.toThrow(
      'pets.csv cannot be written: the file exists; --force',
    );
    expect(readdirSync(directory)).toEqual(['pets.csv']);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  it('is replaced with force, when the export is finished', async () => {
    const file = await ExportFile.create(path, true);
    await file.write('after');
    expect(readFileSync(path, 'utf8')).toBe('before');
    await file.finish();
    expect(readFileSync(path, 'utf8')).toBe('after');
  });

  it('stays if the export is discarded', async () => {
    const file = await ExportFile.create(path, true);
    await file.write('after');
    await file.discard();
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(directory)).toEqual(['pets.csv']);
  });

  it('is replaced through a symbolic link, and the link stays', async () => {
    const link = join(directory, 'link.csv');
    symlinkSync(path, link);
    await expect(ExportFile.create(link, false)).rejects.toThrow('the file exists');
    const file = await ExportFile.create(link, true);
    await file.write('after');
    await file.finish();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('after');
  });
});

it('a file that another program creates during the export is not replaced', async () => {
  const file = await ExportFile.create(path, false);
  await file.write('export');
  writeFileSync(path, 'other');
  await expect(file.finish()).rejects.toThrow('the file exists');
  await file.discard();
  expect(readdirSync(directory)).toEqual(['pets.csv']);
  expect(readFileSync(path, 'utf8')).toBe('other');
});

describe.each([false, true])('with force %s', (force) => {
  it.each<[string, (target: string) => void, string]>([
    ['a folder', (target) => mkdirSync(target), 'it is a folder'],
    ['a named pipe', (target) => void execFileSync('mkfifo', [target]), 'it is not a regular file'],
  ])('%s is not replaced', async (_, create, reason) => {
    create(path);
    await expect(ExportFile.create(path, force)).rejects.toThrow(reason);
    expect(statSync(path).isFile()).toBe(false);
    expect(readdirSync(directory)).toEqual(['pets.csv']);
  });

  it('a folder that does not exist is named', async () => {
    await expect(ExportFile.create(join(directory, 'none', 'pets.csv'), force)).rejects.toThrow(
      'none/pets.csv cannot be written: ENOENT',
    );
  });
});

it.each(['write', 'sync'])('a full disk causes an OperatorError if %s fails, and leaves no file', async (operation) => {
  const file = await ExportFile.create(path, false);
  // Node does not export the class FileHandle.
  writeFileSync(join(directory, 'other'), '');
  const handle = await open(join(directory, 'other'));
  const fileHandle = Object.getPrototypeOf(handle) as Record<string, () => Promise<void>>;
  await handle.close();
  const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  jest.spyOn(fileHandle, operation).mockRejectedValue(noSpace);
  const writing = file.write('text').then(() => file.finish());
  await expect(writing).rejects.toThrow(OperatorError);
  await expect(writing).rejects.toThrow('pets.csv cannot be written: ENOSPC: no space left on device');
  await file.discard();
  expect(readdirSync(directory)).toEqual(['other']);
});
