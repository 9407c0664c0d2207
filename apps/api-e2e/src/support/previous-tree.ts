import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from '@petstore/database/testing';
import { workspace } from './workspace.ts';

/** The commit that stands for the previous release until there is one after 1.0.0. Older commits have another event log, and 1.0.0 has none. */
const firstCommit = '754d4a7a8bcddfbd71bcf442614f6e6eb77f8056';

interface Versioned {
  readonly version: string;
}

/** Returns the git reference of the previous release: PREVIOUS, or the tag of the last release after 1.0.0 and before this tree. */
function previousReference(): string {
  const read = (path: string) => JSON.parse(readFileSync(join(workspace, path), 'utf8')) as unknown;
  const present = read('package.json') as Versioned;
  const releases = read('docs/releases/releases.json') as Versioned[];
  // A release that is being prepared is listed, and has no tag yet.
  const { version } = releases.filter((release) => release.version !== present.version).at(-1)!;
  return process.env['PREVIOUS'] ?? (version === '1.0.0' ? firstCommit : `v${version}`);
}

/** Builds the previous release, which takes a minute or two, unless an earlier run has built it. @returns its folder */
export async function buildPreviousTree(processes: Processes): Promise<string> {
  const reference = previousReference();
  const tree = join(workspace, 'dist/previous', reference);
  const finished = `${tree}.built`;
  if (existsSync(finished)) return tree;
  const { PATH = '', HOME = '' } = process.env;
  const inTree = { cwd: tree, env: { PATH, HOME }, maxBuffer: 64 * 1024 * 1024 };
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  await processes.output('git', ['archive', '-o', `${tree}.tar`, reference], { ...inTree, cwd: workspace });
  await processes.output('tar', ['-xf', `${tree}.tar`], inTree);
  await processes.output('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], inTree);
  await processes.output('npm', ['run', 'build'], inTree);
  writeFileSync(finished, '');
  return tree;
}
