import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPrograms } from './postgres-programs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('copies the files of links, and all users may read and run the copy, whatever the umask', () => {
  const native = join(folder, 'native');
  const before = process.umask(0o077);
  try {
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library', { mode: 0o755 });
    symlinkSync('libpq.so.5.18', join(native, 'lib/libpq.so.5'));
    copyPrograms(native, join(folder, 'copy'));
  } finally {
    process.umask(before);
  }
  const copied = join(folder, 'copy/lib/libpq.so.5');
  expect(lstatSync(copied).isSymbolicLink()).toBe(false);
  expect(readFileSync(copied, 'utf8')).toBe('library');
  const paths = ['copy', 'copy/lib', 'copy/lib/libpq.so.5'];
  expect(paths.map((path) => statSync(join(folder, path)).mode & 0o555)).toEqual([0o555, 0o555, 0o555]);
});
