import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a TCP connection, for bytes that an HTTP client cannot send. Errors are ignored. */
export async function rawConnection(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes the bytes and waits until the operating system has taken them. */
export function write(socket: Socket, bytes: string): Promise<unknown> {
  return new Promise((written) => socket.write(bytes, written));
}
