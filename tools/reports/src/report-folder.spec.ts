import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReportFolder } from './report-folder.ts';

const workspace = mkdtempSync(join(tmpdir(), 'reports-'));

afterAll(() => rmSync(workspace, { recursive: true }));

it.each([
  [false, 'reports'],
  [true, 'docs/benchmarks'],
])('writes the files of a run (published: %s) to %s, and returns their paths', (isPublished, folder) => {
  const message = new ReportFolder(isPublished, workspace).write('soak', { md: 'text', svg: '<svg/>' });
  expect(message).toBe(`Written: ${folder}/soak.md, ${folder}/soak.svg`);
  expect(readFileSync(join(workspace, folder, 'soak.md'), 'utf8')).toBe('text');
});
