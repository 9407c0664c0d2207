import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changelogText } from './changelog.ts';
import { problemsOf, reportText } from './report.ts';
import { compareAllReleases, compareFiles, compareWithLastRelease, workspace } from './releases.ts';
import { rules } from './rules/rules.ts';
import { rulesTable } from './rules/rules-table.ts';
import { isDate } from './rules/sunset.ts';

const help = `Usage: npm run contract:diff -- [options] [<old document> <new document>]

Compares the committed OpenAPI documents with those of the last release, or two files.
Exits with 1 if a change breaks clients and is not intended, with 2 after a usage error.

Options:
  --today YYYY-MM-DD  day of the comparison: decides whether the removal date of an operation has come
  --changelog         write docs/api-changelog.md instead
  --rules             print the rules instead
  --help              show this text
`;

/** Standard output, or a part of it for tests. */
export interface Output {
  hasColors?(): boolean;
  write(text: string): unknown;
}

/**
 * Runs `npm run contract:diff`.
 * @returns the exit code: 1 if a change breaks clients and is not intended
 * @throws TypeError after a usage error
 */
export async function runDiffCommand(args: readonly string[], output: Output, root = workspace): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      today: { type: 'string' },
      changelog: { type: 'boolean' },
      rules: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const today = values.today ?? new Date().toISOString().slice(0, 10);
  if (!isDate(today)) throw new TypeError(`--today must be a date such as 2026-11-22, not ${today}`);
  if (values.help || values.rules) {
    output.write(values.help ? help : `${rulesTable(rules)}\n`);
    return 0;
  }
  if (values.changelog) {
    writeFileSync(join(root, 'docs/api-changelog.md'), changelogText(await compareAllReleases(today, root)));
    return 0;
  }
  const { title, changes, intendedBreaks } = await compare(positionals, today, root);
  // Only a terminal has this function. It returns false if `NO_COLOR` is set.
  const hasColors = output.hasColors?.() ?? false;
  output.write(reportText(title, changes, intendedBreaks, hasColors));
  const { breaks, unused } = problemsOf(changes, intendedBreaks);
  return breaks.length + unused.length > 0 ? 1 : 0;
}

async function compare([before, after, ...others]: readonly string[], today: string, root: string) {
  if (before === undefined) {
    const comparison = await compareWithLastRelease(today, root);
    return { ...comparison, title: `${comparison.from} → the committed documents` };
  }
  if (after === undefined || others.length > 0) throw new TypeError('name two documents: the old one and the new one');
  return { title: `${before} → ${after}`, changes: await compareFiles(before, after, today), intendedBreaks: [] };
}
