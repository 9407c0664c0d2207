import { stopOnSignals } from '@petstore/http/server/shutdown-signals';
import { describeError } from '@petstore/settings';
import type { Log } from '@petstore/telemetry/log/log';

/** A service that listens. */
export interface StartedServer {
  /** Resolves when the service is ready. */
  serve(): Promise<void>;
  stop(): Promise<void>;
}

/** A service that can start. */
export interface PreparedServer {
  readonly log: Log;
  readonly start: () => Promise<StartedServer>;
}

/**
 * Runs a service until a signal stops it. If the service cannot start, writes the reason to standard error and ends the process
 * with status 1.
 * @param name name of the service, for the message on standard error
 * @param prepare reads the settings and creates the log. Returns undefined if there is no service to start.
 */
export async function runServer(name: string, prepare: () => Promise<PreparedServer | undefined>): Promise<void> {
  try {
    const prepared = await prepare();
    if (!prepared) return;
    const { log, start } = prepared;
    const starting = start();
    // Registered before the start has ended, so that a signal during the start stops the service after the start.
    stopOnSignals(log, async () => (await starting).stop());
    await (await starting).serve();
  } catch (error) {
    process.stderr.write(`${name}: ${describeError(error)}\n`);
    process.exit(1);
  }
}
