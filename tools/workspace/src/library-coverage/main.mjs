import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../boundaries/projects.mjs';

// `npm run coverage` prints the coverage of each library by its own specs, as a Markdown table. Its arguments are the names of
// libraries; without one, it measures all.

const root = process.cwd();
const libraries = Workspace.read(root)
  .projects.filter(({ folder }) => folder.startsWith('libs/'))
  .map(({ name, folder }) => ({ name: name.replace('@petstore/', ''), folder }));
const names = process.argv.slice(2);
const unknown = names.find((name) => !libraries.some((library) => library.name === name));

if (unknown === undefined) {
  const measured = libraries.filter(({ name }) => names.length === 0 || names.includes(name)).map(measure);
  const lines = ['library | lines | branches | functions', '--- | --- | --- | ---', ...measured];
  process.stdout.write(`\n${lines.map((line) => `| ${line} |\n`).join('')}`);
} else {
  process.stderr.write(`coverage: ${unknown} is not one of ${libraries.map(({ name }) => name).join(', ')}\n`);
  process.exitCode = 1;
}

/**
 * Runs the specs of a library. Returns a row of the table.
 * @param {{ name: string, folder: string }} library
 */
function measure({ name, folder }) {
  const reports = join(root, 'reports/coverage', name);
  const jest = [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--coverage',
    `--coverageDirectory=${reports}`,
    '--coverageReporters=json-summary',
    '--coverageReporters=html',
    ...['src/**/*.ts', '!**/*.spec.ts', '!**/testing/**'].map((pattern) => `--collectCoverageFrom=${pattern}`),
  ];
  // The output of Jest goes to standard error, so that standard output has the table only.
  const { status } = spawnSync(process.execPath, jest, { cwd: join(root, folder), stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exitCode = 1;
  const { total } = JSON.parse(readFileSync(join(reports, 'coverage-summary.json'), 'utf8'));
  const figures = ['lines', 'branches', 'functions'].map((figure) => percentage(total[figure]));
  return [name, ...figures].join(' | ');
}

/** @param {{ total: number, pct: number }} figure */
function percentage({ total, pct }) {
  return total === 0 ? '–' : `${pct.toFixed(1)} %`;
}
