import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { releaseNotes } from './changelog.mjs';

const usage = `Usage: npm run release -- <version> [--dry-run]
       npm run release -- --notes

Prepares a release: changes the version of all packages, CHANGELOG.md, and the records of the last release. Commits nothing.

  <version>    such as 1.1.0, or major, minor or patch

Options:
  --dry-run    prints the changes of package.json files, and the other steps
  --notes      prints the changes of the present version from CHANGELOG.md, as Markdown
  -h, --help   prints this help
`;

const options = /** @type {const} */ ({
  'dry-run': { type: 'boolean', default: false },
  notes: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});

const root = process.cwd();

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [specifier = '', ...more] = positionals;
  if (values.help) process.stdout.write(usage);
  else if (values.notes && positionals.length === 0) process.stdout.write(notes());
  else if (values.notes || more.length > 0 || !/^(major|minor|patch|\d+\.\d+\.\d+)$/.test(specifier)) {
    process.stderr.write(usage);
    process.exitCode = 2;
  } else await prepare(specifier, values['dry-run']);
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function notes() {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  return releaseNotes(readFileSync(`${root}/CHANGELOG.md`, 'utf8'), version);
}

/**
 * @param {string} specifier
 * @param {boolean} dryRun
 */
async function prepare(specifier, dryRun) {
  const { prepareRelease } = await import('./prepare-release.mjs');
  const version = await prepareRelease(root, specifier, dryRun);
  if (dryRun) return;
  process.stdout.write(`\nReview the changes. Then docs/releasing.md describes the commit and the tag v${version}.\n`);
}
