import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Ports of 127.0.0.1 that no process listens on, as text. */
export async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => String((server.address() as AddressInfo).port));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
