import type { Log } from './log.ts';

/** A Ctrl-C under npm arrives twice, from the terminal and from npm; only a later one is meant as a second. */
const secondSignalAfter = 1_000;

/** Stops the service on SIGINT and SIGTERM and ends with 0; asked again, it ends at once with 1. */
export function stopOnSignals(log: Log, stop: () => Promise<void>): void {
  let asked: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked !== undefined) {
      if (performance.now() - asked >= secondSignalAfter) process.exit(1);
      return;
    }
    asked = performance.now();
    log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
