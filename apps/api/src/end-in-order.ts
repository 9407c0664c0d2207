import type { Log } from './log.ts';

/** A Ctrl-C under npm arrives twice, from the terminal and from npm; only a later one is meant as a second. */
const secondSignalAfter = 1_000;

/**
 * Stops the service, and then ends the process: on SIGINT, SIGTERM and SIGHUP with 0, after an error that nobody handled with 1.
 * Asked a second time, it ends at once with 1.
 */
export function endInOrder(log: Log, stop: () => Promise<void>): void {
  let asked: number | undefined;
  const end = (exitCode: number) => {
    asked = performance.now();
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked === undefined) {
      log.info({ signal }, 'stopping');
      end(0);
    } else if (performance.now() - asked >= secondSignalAfter) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Nobody knows what state it left behind: what is under way is ended, and whoever runs the process starts it anew.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after an error that nobody handled');
    if (asked === undefined) end(1);
  });
}
