import { text } from 'node:stream/consumers';
import type { Instance } from './client.ts';
import { openSocket } from './raw-socket.ts';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends the bytes on a new connection, and returns the response. The server must close the connection.
 * @param localAddress address of the client, such as 127.0.0.2
 */
export async function sendBytes(instance: Instance, bytes: string, localAddress?: string): Promise<ReceivedResponse> {
  const socket = await openSocket(instance, localAddress);
  socket.write(bytes);
  const [top, ...body] = (await text(socket)).split('\r\n\r\n');
  const [statusLine, ...lines] = top!.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  return { status: Number(statusLine!.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

/** Requires the Error body and the headers of every error. @returns its code */
export function requireErrorBody({ status, headers, body }: ReceivedResponse): string {
  const error = JSON.parse(body) as { code: string; status: number };
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'status']);
  expect(error.status).toBe(status);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{32,36}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('retry-after')).toBe(status === 429 || status === 503 ? '1' : null);
  return error.code;
}
