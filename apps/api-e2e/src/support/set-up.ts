import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import startDatabase from '@petstore/database/testing/set-up';
import { archiveVariable, workspace } from './workspace.ts';

/**
 * Jest's globalSetup: starts PostgreSQL, writes the archive, and unpacks it. The tests run its programs, because operators run them, and
 * because they start faster than the compiled files. The folder lies in the workspace, where they find the embedded PostgreSQL.
 */
export default async function setUp(): Promise<void> {
  const dist = join(workspace, 'dist');
  mkdirSync(dist, { recursive: true });
  // Each run has its own.
  const folder = mkdtempSync(join(dist, 'e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const command = ['run', '-s', 'archive', '--', folder];
  execFileSync('npm', command, { cwd: workspace, stdio: ['ignore', 'ignore', 'inherit'] });
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  execFileSync('tar', ['-xzf', file], { cwd: folder });
  process.env[archiveVariable] = join(folder, file.replace('.tgz', ''));
  await startDatabase();
}
