import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Opens a TCP connection, for bytes that an HTTP client cannot send. Ignores later errors of the connection.
 * @param address `http://host:port`
 */
export async function rawConnection(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes the text and waits until it is passed to the operating system, or the write has failed. */
export function write(socket: Socket, text: string): Promise<unknown> {
  return new Promise((written) => socket.write(text, written));
}
