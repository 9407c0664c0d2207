import type { INestApplication } from '@nestjs/common';
import type { Log } from './log.ts';

/** Signals that stop the service, which then exits with status 0, and long commands. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds for which signals after the first one are ignored, because under npm one Ctrl-C sends SIGINT twice. */
const secondSignalAfter = 1_000;

/** Logs the first signal. Ends the process immediately with status 1 if another signal follows after a second. */
export function forceEndOnSecondSignal(log: Log): void {
  let first: number | undefined;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now();
        log.info({ signal }, 'stopping');
      } else if (performance.now() - first >= secondSignalAfter) process.exit(1);
    });
  }
}

/**
 * After an uncaught exception, stops the application as after a signal, and ends the process with status 1, because the state of
 * the process is unknown.
 */
export function endAfterUncaughtException(app: INestApplication, log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after an uncaught exception');
    void app.close().finally(() => process.exit(1));
  });
}
