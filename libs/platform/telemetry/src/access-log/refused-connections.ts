import type { Server } from 'node:http';
import type { Log } from '../log/log.ts';

/** Minimum milliseconds between two log lines. */
const interval = 60_000;

/** Logs the number of connections that were refused because `MAX_CONNECTIONS` were open. */
export function logRefusedConnections(server: Server, log: Log): void {
  let refused = 0;
  let pause: NodeJS.Timeout | undefined;
  const report = () => {
    pause = undefined;
    if (refused === 0) return;
    log.warn({ connections: refused }, 'refused connections: MAX_CONNECTIONS are open');
    refused = 0;
    pause = setTimeout(report, interval).unref();
  };
  server.on('drop', () => {
    refused += 1;
    if (!pause) report();
  });
}
