import { spawn } from 'node:child_process';
import { waitForExit } from '@petstore/processes';

/**
 * Runs npm in the folder, without the environment of the workspace.
 * @returns its standard output
 * @throws Error with its standard error if it fails
 */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, npm_config_update_notifier: 'false' };
  const child = spawn('npm', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { exitCode, stdout, stderr } = await waitForExit(child);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}
