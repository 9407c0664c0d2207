import { childrenOf, signalIfAlive } from '@petstore/processes';

/** Exit code for invalid arguments. */
const invalidArguments = 2;

/**
 * Runs `main` and exits with the code that it returns. If `main` throws, prints the error and the usage and exits with 2. Kills
 * all child processes on exit, also those that a library started.
 */
export async function runToExit(main: () => Promise<number>, usage: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  process.on('exit', () => {
    for (const pid of childrenOf(process.pid)) signalIfAlive(pid, 'SIGKILL');
  });
  try {
    process.exit(await main());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(invalidArguments);
  }
}
