import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseVersion } from 'nx/release';
import { withRelease } from './changelog.mjs';
import { keepDocuments } from './keep-documents.mjs';

/**
 * Changes the files of the workspace that contain the version, CHANGELOG.md, and the records of the last release. Commits nothing.
 * @param {string} root the workspace, which is also the working directory
 * @param {string} specifier version, or `major`, `minor` or `patch`
 * @param {boolean} dryRun only prints the changes
 * @returns {Promise<string>} the version
 * @throws {Error} if the work tree has changes, or CHANGELOG.md has no unreleased changes
 */
export async function prepareRelease(root, specifier, dryRun) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (!dryRun && git('status', '--porcelain') !== '') throw new Error('the work tree has changes: commit them first');
  const changelogFile = join(root, 'CHANGELOG.md');
  const changelog = readFileSync(changelogFile, 'utf8');
  const date = new Date().toISOString().slice(0, 10);
  // Before the versions change, because it can refuse the release.
  withRelease(changelog, '0.0.0', date);

  const { workspaceVersion: version } = await releaseVersion({ specifier, dryRun });
  if (!version) throw new Error(`Nx found no version for ${specifier}`);
  const commands = [
    ['run', '--silent', 'migrations:record', '--', version],
    ['run', '--silent', 'contract:changelog'],
    [
      'exec',
      '--',
      'prettier',
      '--write',
      '--log-level',
      'warn',
      'docs/releases',
      'libs/contexts/released-migrations.json',
    ],
  ];
  if (dryRun) {
    const steps = [`CHANGELOG.md: ## ${version} - ${date}`, `docs/releases/${version}`, ...commands.map(asText)];
    process.stdout.write(`\nThen, in a release:\n${steps.map((step) => `  ${step}\n`).join('')}`);
    return version;
  }
  writeFileSync(changelogFile, withRelease(changelog, version, date));
  keepDocuments(root, { version, date, commit: git('rev-parse', '--short', 'HEAD') });
  for (const command of commands) execFileSync('npm', command, { cwd: root, stdio: 'inherit' });
  return version;
}

/** @param {string[]} command */
function asText(command) {
  return ['npm', ...command].join(' ');
}
