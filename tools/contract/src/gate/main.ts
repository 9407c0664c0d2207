// Compares OpenAPI documents on the command line. docs/contract-gate.md describes it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changelogText } from './changelog.ts';
import { problemsOf, reportText } from './report.ts';
import { compareAllReleases, compareFiles, compareWithLastRelease, workspace } from './releases.ts';
import { isDate } from './sunset.ts';

const help = `Usage: npm run contract:diff -- [options] [<old document> <new document>]

Compares the committed OpenAPI documents with those of the last release, or two files.
Exits with 1 if a change breaks clients and is not intended, with 2 after a usage error.

Options:
  --today YYYY-MM-DD  day of the comparison: decides whether the removal date of an operation has come
  --changelog         write docs/api-changelog.md instead
  --help              show this text
`;

/** Returns the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { today: { type: 'string' }, changelog: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const today = values.today ?? new Date().toISOString().slice(0, 10);
  if (!isDate(today)) throw new TypeError(`--today must be a date such as 2026-11-22, not ${today}`);
  if (values.changelog) {
    writeFileSync(join(workspace, 'docs/api-changelog.md'), changelogText(await compareAllReleases(today)));
    return 0;
  }
  const [before, after, ...others] = positionals;
  if (before !== undefined && (after === undefined || others.length > 0)) {
    throw new TypeError('name two documents: the old one and the new one');
  }
  const isComparisonOfFiles = before !== undefined && after !== undefined;
  const { from, changes, intendedBreaks } = isComparisonOfFiles
    ? { from: before, changes: await compareFiles(before, after, today), intendedBreaks: [] }
    : await compareWithLastRelease(today);
  const title = `${from} → ${after ?? 'the committed documents'}`;
  const isTerminal = process.stdout.isTTY && !process.env['NO_COLOR'];
  process.stdout.write(reportText(title, changes, intendedBreaks, isTerminal));
  const { breaks, unused } = problemsOf(changes, intendedBreaks);
  return breaks.length + unused.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`contract:diff: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
