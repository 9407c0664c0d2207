import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Instance } from './client.ts';

/**
 * Opens a TCP connection, for bytes that an HTTP client cannot send. Ignores its later errors.
 * @param localAddress address of the client, such as 127.0.0.2
 */
export async function openSocket({ address }: Instance, localAddress?: string): Promise<Socket> {
  const { hostname: host, port } = new URL(address);
  const socket = connect({ host, port: Number(port), localAddress }).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Opens the connections, 100 at a time.
 * @param prepare called with each of them
 * @param addresses number of addresses that the clients have in turn, from 127.0.0.10; by default, the system chooses the same for all
 */
export async function openSockets(
  instance: Instance,
  count: number,
  prepare: (socket: Socket, index: number) => unknown = () => undefined,
  addresses?: number,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(100, count - sockets.length) }, async (_, index) => {
      const address = addresses === undefined ? undefined : `127.0.0.${10 + ((sockets.length + index) % addresses)}`;
      const socket = await openSocket(instance, address);
      await prepare(socket, sockets.length + index);
      return socket;
    });
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

/** Writes the text, and waits until the system has it, or the write has failed. */
export function write(socket: Socket, text: string): Promise<unknown> {
  return new Promise((written) => socket.write(text, written));
}

/**
 * Sends a request that must close the connection.
 * @param patience milliseconds without a response after which the client ends its request, which may be incomplete; 0 for never
 * @returns all that the service sends
 */
export async function exchange(instance: Instance, bytes: string | Buffer, patience = 0): Promise<string> {
  const socket = await openSocket(instance);
  socket.setTimeout(patience, () => socket.end()).write(bytes);
  return text(socket);
}

/** Returns the text of a request head. @param headers lines, such as `Accept: text/html` */
export function head(methodAndPath: string, ...headers: string[]): string {
  return [`${methodAndPath} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
}

/** Returns the head of a request with a JSON body. @param contentLength bytes */
export function headOfBody(methodAndPath: string, key: string, contentLength: number, ...headers: string[]): string {
  const type = ['Content-Type: application/json', `Content-Length: ${contentLength}`];
  return head(methodAndPath, ...headers, `Authorization: Bearer ${key}`, ...type);
}
