import { childrenOf, signalIfAlive } from './stage/children.ts';

/** Exit code for what was asked wrongly. */
const misused = 2;

/** Runs a program to its exit code; wrong arguments are answered with its usage. Nothing that it started outlives it. */
export async function runToExit(main: () => Promise<number>, usage: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  process.on('exit', () => {
    for (const pid of childrenOf(process.pid)) signalIfAlive(pid, 'SIGKILL');
  });
  try {
    process.exit(await main());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(misused);
  }
}
