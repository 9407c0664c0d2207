import type { Logger } from './logger.ts';

/** Milliseconds after the first signal. Earlier signals are ignored: under npm, one Ctrl-C sends SIGINT twice. */
const secondSignalAfter = 1_000;

/**
 * On SIGINT, SIGTERM and SIGHUP, stops the service and ends the process with status 0. After an uncaught exception, does the
 * same with status 1. A second signal after one second ends the process immediately with status 1.
 */
export function stopOnSignals(logger: Logger, stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const end = async (exitCode: number) => {
    stoppingSince = performance.now();
    try {
      await stop();
    } catch (error) {
      logger.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) {
      logger.info({ signal }, 'stopping');
      void end(0);
    } else if (performance.now() - stoppingSince >= secondSignalAfter) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The state of the process after an uncaught exception is unknown, so the process finishes the requests in flight and ends.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'stopping after an uncaught exception');
    if (stoppingSince === undefined) void end(1);
  });
}
