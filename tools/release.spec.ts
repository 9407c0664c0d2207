import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkspaceCopy } from './workspace-copy.ts';

let copy: WorkspaceCopy;

beforeAll(() => (copy = new WorkspaceCopy()));

afterAll(() => copy.remove());

const read = (path: string) => readFileSync(join(copy.path, path), 'utf8');

/** Runs the script of `npm run release`. */
const release = (...args: string[]) => copy.run('node', 'tools/release.mjs', ...args);

it('refuses what is no version, and the release or the next version that is not due', () => {
  for (const args of [['1.1'], ['01000.1.0'], ['999.0.0-rc.1'], ['999.0.0', '--dry-run']]) {
    expect(() => release(...args)).toThrow('the version must be as in 1.1.0');
  }
  for (const version of ['1.0.0', '0.99.0', '1.0.0-dev']) {
    expect(() => release(version)).toThrow('the version must be greater than 1.');
  }
  const isReleased = !read('CHANGELOG.md').includes('## Unreleased');
  expect(() => release(isReleased ? '999.0.0' : '999.0.0-dev')).toThrow(isReleased ? 'no heading' : 'first release');
});

it('prepares a release that passes the checks of versions, contract and migrations, and keeps the version of the API', () => {
  // The version of a release that nobody has started yet.
  if (!read('CHANGELOG.md').includes('## Unreleased')) release('999.0.0-dev');
  release('999.0.0');
  interface Package {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Package>>;
  };
  expect(packages['apps/api']!.version).toBe('999.0.0');
  expect(packages['apps/api']!.dependencies['@petstore/kernel']).toBe('999.0.0');
  expect(read('CHANGELOG.md')).toContain('\n## 999.0.0\n');
  expect(read('docs/releases/999.0.0/openapi.yaml')).toContain('\n  version: 1.0.0\n');
  copy.run('prettier', '--check', 'CHANGELOG.md', 'docs/releases', 'libs/contexts', 'package.json');
  const specs = ['--projects', 'libs/contexts', 'tools', '--testPathPatterns', 'released-migrations|expanding|gate'];
  copy.run('jest', ...specs, '--testNamePattern', 'migrations|in this repository|the version ends');
});
