import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unclassified } from './classify.ts';
import { workspace } from './releases.ts';
import { rules } from './rules/rules.ts';
import { noticeDays } from './rules/sunset.ts';
import { rulesTable } from './rules/rules-table.ts';

const documentOf = (name: string) => readFileSync(join(workspace, 'docs', name), 'utf8');
const text = documentOf('contract-gate.md');
const oasdiffChecks = JSON.parse(readFileSync(join(__dirname, 'testing/oasdiff-checks.json'), 'utf8')) as string[];
const rulesIn = (markdown: string) => tableRows(markdown, 'rule');

it('docs/contract-gate.md lists the rules: npm run contract:diff -- --rules prints them', () => {
  expect(rulesIn(text)).toEqual(rulesIn(rulesTable(rules)));
});

it('docs/versioning.md promises the notice that the gate enforces', () => {
  expect(documentOf('versioning.md')).toContain(`at least ${noticeDays} days after the release that deprecates it`);
});

describe('the comparison with oasdiff', () => {
  const rows = tableRows(text, 'oasdiff');

  it('has each check of oasdiff once', () => {
    const checks = rows.flatMap(([pattern = '']) => expandBraces(pattern.replaceAll('`', '')));
    expect(checks.sort()).toEqual(oasdiffChecks);
  });

  it('names rules that exist', () => {
    const ids = [...rules, unclassified].map(({ id }) => id);
    const named = rows.flatMap(([, ours = '']) =>
      [...ours.matchAll(/`([a-z-]*\*?[a-z-]*\*?)`/g)].map(([, name]) => name!),
    );
    const isKnown = (name: string) => ids.some((id) => new RegExp(`^${name.replaceAll('*', '.*')}$`).test(id));
    expect(named.length).toBeGreaterThanOrEqual(rows.length);
    expect(named.filter((name) => !isKnown(name) && name !== 'x-extensible-enum')).toEqual([]);
  });
});

/** Returns the cells of the rows of the table whose first column has the title. */
function tableRows(markdown: string, title: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^\\| ${title} +\\|`).test(line));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end === -1 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Expands `a-{b,c}` to `a-b` and `a-c`. */
function expandBraces(pattern: string): string[] {
  const [whole, options] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return options!.split(',').flatMap((option) => expandBraces(pattern.replace(whole, option)));
}
