// `npm run count` writes the figures of the workspace as Markdown. With `--warm-path` it also measures which files run in a list,
// a create and a get request.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countFigures, type Figure } from './figures.ts';
import { readSourceFiles } from './source-files.mjs';
import { measureWarmPaths } from './warm-path.ts';
import { root } from './workspace.ts';

const { values: options } = parseArgs({ options: { 'warm-path': { type: 'boolean', default: false } } });
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { figures, details } = countFigures(readSourceFiles(root), readme);
const warmPaths = options['warm-path'] ? await measureWarmPaths() : [];

print([
  '| figure | value |',
  '|---|---|',
  ...figures.map(row),
  ...warmPaths.map(({ operation, files }) => row([`our files that run in one warm ${operation}`, files.length])),
]);
for (const [heading, entries] of Object.entries(details)) print(section(heading, entries));
for (const { operation, files, occasional } of warmPaths) {
  print(section(`Files that run in one warm ${operation}`, files));
  if (occasional.length > 0) print(section(`Files that ran in some requests only: ${operation}`, occasional));
}

function row([name, value]: Figure): string {
  return `| ${name} | ${value} |`;
}

function section(heading: string, entries: readonly string[]): string[] {
  return ['', `## ${heading} (${entries.length})`, ...entries.map((entry) => `- ${entry}`)];
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
