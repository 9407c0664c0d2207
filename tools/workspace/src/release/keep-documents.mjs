import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const releasesFolder = 'docs/releases';

/**
 * Keeps the OpenAPI documents and the intended breaks of a release in docs/releases, for the contract gate, and starts an empty list
 * of intended breaks.
 * @param {string} root the workspace
 * @param {{ version: string, date: string, commit: string }} release commit: short hash of the commit that has these documents
 */
export function keepDocuments(root, release) {
  const folder = join(root, releasesFolder, release.version);
  mkdirSync(folder);
  const documents = readdirSync(join(root, 'apps/api')).filter((name) => /^openapi.*\.yaml$/.test(name));
  for (const name of documents) copyFileSync(join(root, 'apps/api', name), join(folder, name));
  const intendedBreaks = join(root, releasesFolder, 'intended-breaks.json');
  renameSync(intendedBreaks, join(folder, 'intended-breaks.json'));
  writeFileSync(intendedBreaks, '[]\n');
  const list = join(root, releasesFolder, 'releases.json');
  const { version, date, commit } = release;
  const releases = [...JSON.parse(readFileSync(list, 'utf8')), { version, date, commit }];
  writeFileSync(list, `${JSON.stringify(releases)}\n`);
}
