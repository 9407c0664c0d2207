import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Range of the ports. The system assigns higher ports to processes that listen on port 0. */
const [lowest, highest] = [10_000, 30_000];

/** Returns ports of 127.0.0.1, as text, that no process listens on. */
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
