import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { createTemporaryDirectory, removeTemporaryDirectory } from '@petstore/processes';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseOptions, usage } from './options.ts';
import { rows } from './rows/index.ts';
import { missingRequirement } from './servers/requirements.ts';

/** Exit code for invalid arguments and missing requirements. */
const cannotRun = 2;

process.exitCode = await main();

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  try {
    const options = parseOptions(args);
    if (options.help) return print(usage);
    if (options.list)
      return print(
        rows()
          .map(({ name, fault }) => `${name.padEnd(20)}  ${fault}\n`)
          .join(''),
      );
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
  const missing = missingRequirement({
    platform: process.platform,
    user: process.geteuid?.() ?? NaN,
    exists: existsSync,
  });
  return missing ? fail(`${missing}\n`) : runInNamespaces(args);
}

/**
 * Runs `run.ts` in its own network, mount and process namespaces. When it ends, the kernel ends all processes of the cluster
 * and removes all its interfaces and mounts. It ends when this process ends, because their channel closes.
 */
async function runInNamespaces(args: readonly string[]): Promise<number> {
  const directory = createTemporaryDirectory();
  try {
    const main = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? 'run.ts' : 'run.js', import.meta.url));
    const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const child = spawn('unshare', [...namespaces, process.execPath, main, directory, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    // This process must wait for the other one, to remove its files afterwards. Ctrl+C ends the other one, and so does the channel.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => child.connected && child.disconnect());
    }
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return exitCode ?? 128 + constants.signals[signal!];
  } finally {
    removeTemporaryDirectory(directory);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(text);
  return cannotRun;
}
