import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems choose from: no other process that asks for any free port gets one of these. */
const [lowest, highest] = [10_000, 30_000];

/** Ports of 127.0.0.1 that no process listens on, as text. */
export async function freePorts(count: number): Promise<string[]> {
  const byPort = new Map<string, Server>();
  while (byPort.size < count) {
    const port = randomInt(lowest, highest);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      byPort.set(String(port), server);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  await Promise.all([...byPort.values()].map((server) => once(server.close(), 'close')));
  return [...byPort.keys()];
}
