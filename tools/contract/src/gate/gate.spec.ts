import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from '../document.ts';
import { changelogText } from './changelog.ts';
import { problemsText } from './report.ts';
import {
  compareAllReleases,
  compareWithLastRelease,
  documentNames,
  readReleases,
  releaseFolders,
  workspace,
} from './releases.ts';
import { isDate } from './rules/sunset.ts';

const today = new Date().toISOString().slice(0, 10);
const textOf = (path: string) => readFileSync(join(workspace, path), 'utf8');

it('the committed documents break no client of the last release, except where docs/releases/intended-breaks.json says so', async () => {
  const { changes, intendedBreaks } = await compareWithLastRelease(today);
  const problems = problemsText(changes, intendedBreaks);
  // An Error shows the text as it is. A comparison with an empty text would escape it.
  if (problems) throw new Error(problems);
});

it('docs/api-changelog.md is up to date: npm run contract:changelog', async () => {
  expect(textOf('docs/api-changelog.md')).toBe(changelogText(await compareAllReleases(today)));
});

it('the version of the contract stays 1.0.0, whatever the version of a release is', () => {
  const folders = ['apps/api', ...releaseFolders().map((version) => `docs/releases/${version}`)];
  const versions = folders.map((folder) => {
    const { info } = parseDocument(textOf(`${folder}/${documentNames[0]}`)) as unknown as {
      info: { version: unknown };
    };
    return `${folder} ${String(info.version)}`;
  });
  expect(versions).toEqual(folders.map((folder) => `${folder} 1.0.0`));
});

it('lists every release with its date and its commit', () => {
  const releases = readReleases();
  expect(releases.map(({ version }) => version)).toEqual(releaseFolders().sort(byVersion));
  expect(releases.filter(({ date, commit }) => !isDate(date) || !/^[0-9a-f]{7,40}$/.test(commit))).toEqual([]);
});

function byVersion(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
