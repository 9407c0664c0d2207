import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection for what no client would send. */
export async function rawConnection(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Waits until the bytes are the system's. */
export function write(socket: Socket, bytes: string): Promise<unknown> {
  return new Promise((written) => socket.write(bytes, written));
}
