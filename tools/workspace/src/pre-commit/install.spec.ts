import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'));
  execFileSync('git', ['init', '--quiet', '--template='], { cwd: root });
});

afterEach(() => rmSync(root, { recursive: true }));

/** Returns the hooks path after the installation; an empty text if there is none. */
function install(env: Record<string, string> = {}, cwd = root): string {
  // The tests may run in CI, or in a hook.
  const { PATH } = process.env;
  const options = { cwd, encoding: 'utf8', env: { PATH, GIT_CONFIG_GLOBAL: '/dev/null', ...env } } as const;
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'install.mjs')], options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return spawnSync('git', ['config', 'core.hooksPath'], { cwd: root, encoding: 'utf8' }).stdout.trim();
}

it('makes Git use the hooks of the repository', () => {
  expect(install()).toBe('.githooks');
});

it('changes nothing in CI', () => {
  expect(install({ CI: 'true' })).toBe('');
});

it('keeps another path', () => {
  execFileSync('git', ['config', 'core.hooksPath', 'other'], { cwd: root });
  expect(install()).toBe('other');
});

it('keeps hooks that exist', () => {
  mkdirSync(join(root, '.git/hooks'));
  writeFileSync(join(root, '.git/hooks/pre-push'), '');
  expect(install()).toBe('');
});

it('changes nothing in a folder of another repository', () => {
  mkdirSync(join(root, 'vendor'));
  expect(install({}, join(root, 'vendor'))).toBe('');
});

it('succeeds outside of a work tree', () => {
  rmSync(join(root, '.git'), { recursive: true });
  expect(install()).toBe('');
});
