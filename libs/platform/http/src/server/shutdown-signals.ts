import type { Logger } from './logger.ts';

/** Milliseconds. Under npm one Ctrl-C arrives twice, from the terminal and from npm; only a later signal is a second one. */
const secondSignalAfter = 1_000;

/**
 * Stops the service and then ends the process: with status 0 on SIGINT, SIGTERM and SIGHUP, with status 1 after an uncaught
 * exception. A second signal ends the process immediately with status 1.
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
  // The state after an uncaught exception is unknown: requests in flight are finished, and the process must be restarted.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'stopping after an uncaught exception');
    if (stoppingSince === undefined) void end(1);
  });
}
