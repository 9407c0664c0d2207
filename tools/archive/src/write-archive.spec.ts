import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from './write-archive.ts';

let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'write-archive-'))));

afterEach(() => rmSync(directory, { recursive: true }));

const first = { path: 'a/first', content: 'first\n' };
const program = { path: 'bin/program', content: '#!/bin/sh\necho ran\n', isExecutable: true } as const;

it('writes the same bytes for the same files, and executable programs', async () => {
  const [one, two] = [join(directory, 'one/a.tgz'), join(directory, 'two/a.tgz')];
  await writeArchive('folder', [first, program], one);
  expect(await writeArchive('folder', [program, first], two)).toBe(readFileSync(one).length);
  expect(readFileSync(two).equals(readFileSync(one))).toBe(true);
  execFileSync('tar', ['-xzf', one, '-C', directory]);
  expect(readFileSync(join(directory, 'folder/a/first'), 'utf8')).toBe('first\n');
  expect(execFileSync(join(directory, 'folder/bin/program'), { encoding: 'utf8' })).toBe('ran\n');
});
