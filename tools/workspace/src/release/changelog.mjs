const unreleasedHeading = '## Unreleased';

/**
 * Returns CHANGELOG.md with a heading of the release for the unreleased changes, below an empty list of unreleased changes.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date `YYYY-MM-DD`
 * @throws {Error} if it has no unreleased changes
 */
export function withRelease(changelog, version, date) {
  if (section(changelog, unreleasedHeading) === '') throw new Error('CHANGELOG.md has no unreleased changes');
  return changelog.replace(`${unreleasedHeading}\n`, () => `${unreleasedHeading}\n\n## ${version} - ${date}\n`);
}

/**
 * Returns the changes of a release as Markdown, without its heading.
 * @param {string} changelog
 * @param {string} version
 * @throws {Error} if CHANGELOG.md has no changes of this release
 */
export function releaseNotes(changelog, version) {
  const notes = section(changelog, `## ${version}`);
  if (notes === '') throw new Error(`CHANGELOG.md has no changes of ${version}`);
  return `${notes}\n`;
}

/**
 * @param {string} changelog
 * @param {string} heading without a date
 */
function section(changelog, heading) {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  if (start === -1) return '';
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}
