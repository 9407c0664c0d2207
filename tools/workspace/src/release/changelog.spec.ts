import { releaseNotes, withRelease } from './changelog.mjs';

const changelog = `# Changelog

## Unreleased

### API

- A new operation, for $1 and $&.

## 1.0.0

- The first release.
`;

it('gives the unreleased changes the version and the date', () => {
  const released = withRelease(changelog, '1.1.0', '2026-12-01');
  expect(released).toBe(changelog.replace('## Unreleased', () => '## Unreleased\n\n## 1.1.0 - 2026-12-01'));
  expect(releaseNotes(released, '1.1.0')).toBe('### API\n\n- A new operation, for $1 and $&.\n');
  expect(releaseNotes(released, '1.0.0')).toBe('- The first release.\n');
});

it('refuses a release without changes', () => {
  const released = withRelease(changelog, '1.1.0', '2026-12-01');
  expect(() => withRelease(released, '1.1.1', '2026-12-02')).toThrow('CHANGELOG.md has no unreleased changes');
});

it('refuses notes of a release that is not in CHANGELOG.md', () => {
  expect(() => releaseNotes(changelog, '1.1.0')).toThrow('CHANGELOG.md has no changes of 1.1.0');
  expect(() => releaseNotes(changelog, '1.0')).toThrow('CHANGELOG.md has no changes of 1.0');
});
