import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response that a connection is at, if any: Node keeps it there, and tells it nowhere else. */
export function currentResponse(socket: Duplex): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}
