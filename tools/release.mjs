// Prepares a release, or the next version after one: `npm run release -- 1.1.0`, `npm run release -- 1.2.0-dev`. It writes files, and
// neither commits nor tags. Arguments: the version.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { persistence } from '../libs/contexts/dist/index.js';

const root = resolve(import.meta.dirname, '..');
const at = (path) => join(root, path);
const text = (path) => readFileSync(at(path), 'utf8');
const json = (path) => JSON.parse(text(path));
const write = (path, value) => writeFileSync(at(path), typeof value === 'string' ? value : JSON.stringify(value));

const [version = '', ...others] = process.argv.slice(2);
const folder = `docs/releases/${version}`;
const changelog = text('CHANGELOG.md');
if (others.length > 0 || !/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-dev)?$/.test(version))
  refuse('the version must be as in 1.1.0, or in 1.2.0-dev after a release, and the only argument');
const { version: latest } = json('docs/releases/releases.json').at(-1);
if (new Intl.Collator('en', { numeric: true }).compare(version.replace('-dev', ''), latest) <= 0)
  refuse(`the version must be greater than ${latest}, the last release`);
const isRelease = !version.endsWith('-dev');
const heading = '## Unreleased\n';
if (isRelease !== changelog.includes(heading))
  refuse(
    isRelease ? 'CHANGELOG.md has no heading "## Unreleased"' : 'first release what CHANGELOG.md has as unreleased',
  );

if (isRelease) {
  write('CHANGELOG.md', changelog.replace(heading, `## ${version}\n`));
  mkdirSync(at(folder));
  for (const name of ['openapi.yaml', 'openapi.beta.yaml'])
    copyFileSync(at(`apps/api/${name}`), at(`${folder}/${name}`));
  // The contract gate reads the original, which has the breaks since the last release.
  copyFileSync(at('docs/releases/intended-breaks.json'), at(`${folder}/intended-breaks.json`));
  write('docs/releases/intended-breaks.json', []);
  const earlier = json('docs/releases/releases.json');
  write('docs/releases/releases.json', [...earlier, { version, date: new Date().toISOString().slice(0, 10) }]);
  const releases = json('libs/contexts/released-migrations.json');
  write('libs/contexts/released-migrations.json', { ...releases, [version]: await newMigrations(releases) });
  // It names migrations that no release has.
  write('libs/contexts/contractions.json', {});
} else write('CHANGELOG.md', changelog.replace('\n## ', `\n${heading}\n## `));

run('nx', 'release', 'version', version);
run('prettier', '--write', '--log-level=warn', 'CHANGELOG.md', 'docs/releases', 'libs/contexts/*.json');
process.stdout.write(
  isRelease
    ? `\nNext: npm test, commit, then git tag -s v${version} and push both. After that: npm run release -- <next>-dev\n`
    : '\nNext: commit and push.\n',
);

/** Returns the hash of the SQL of each migration that no release has, as released-migrations.spec.ts compares it. */
async function newMigrations(releases) {
  const released = new Set(Object.values(releases).flatMap(Object.keys));
  const hashes = {};
  for (const Migration of persistence.flatMap(({ migrations }) => migrations)) {
    if (released.has(Migration.name)) continue;
    const hash = createHash('sha256');
    await new Migration().up({ query: async (sql) => hash.update(`${sql.replace(/\s+/g, ' ').trim()};`) });
    hashes[Migration.name] = hash.digest('hex');
  }
  return hashes;
}

function run(command, ...args) {
  execFileSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' });
}

function refuse(reason) {
  process.stderr.write(`release: ${reason}\n`);
  process.exit(1);
}
