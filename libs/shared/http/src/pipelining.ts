import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeAfter } from './connection.ts';
import type { RequestHandler } from './dispatch-limit.ts';
import { addPendingOutput } from './node-internals.ts';
import { bodyLength } from './request-head.ts';

/** Maximum requests of one connection that wait for the responses to earlier ones. Each takes about 2 kB beside its text. */
export const maxWaitingRequests = 16;

/**
 * Maximum bytes of the waiting requests of one connection: of their heads, and of the bodies that are not in the budget of
 * `limitBodies`. The first waiting request may be larger. A client that does not read its responses can occupy this memory until
 * IDLE_TIMEOUT, on MAX_CONNECTIONS connections.
 */
export const maxWaitingBytes = 16_384;

/** The bytes that a short request counts, so that no more than `maxWaitingRequests` fit in `maxWaitingBytes`. */
const minRequestBytes = maxWaitingBytes / maxWaitingRequests;

/** Bytes of a body that count as waiting. */
const unreservedBodyBytes = 4_096;

/** Bytes that a name or a value of a header field takes beside its text. */
const stringOverhead = 32;

/** The waiting requests of one connection. */
interface Queue {
  bytes: number;
  /** The response to the request that was accepted last. */
  last: ServerResponse;
}

/**
 * Delays the requests of a connection that arrive before the responses to earlier ones were sent (HTTP pipelining, RFC 9112,
 * section 9.3.2). Node emits `request` for each request that it has parsed, but assigns the socket to a response only when the
 * earlier responses were sent. The response to a request that is handled earlier would stay in memory until then, and would
 * never emit `close` if the client disconnects.
 *
 * - Each event-loop iteration dispatches one request of a connection, so that no connection delays the others.
 * - While more than one waits, Node stops reading from the connection.
 * - A request beyond `maxWaitingRequests` or `maxWaitingBytes` is not executed. The connection ends after the response to
 *   the request before it.
 * - Requests that still wait when the connection closes are dropped.
 */
export class Pipelining {
  private readonly queues = new WeakMap<Socket, Queue>();

  constructor(private readonly dispatch: RequestHandler) {}

  /**
   * Dispatches the request after the earlier responses.
   * @param response response without a socket
   * @returns false if the request exceeds a limit and will not be dispatched
   */
  dispatchLater(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const queue = this.queues.get(socket) ?? { bytes: 0, last: response };
    const bytes = Math.max(bytesOf(request), minRequestBytes);
    if (queue.bytes > 0 && queue.bytes + bytes > maxWaitingBytes) {
      closeAfter(queue.last);
      // Node keeps the request until the connection closes.
      request.rawHeaders = [];
      request.url = '';
      return false;
    }
    queue.bytes += bytes;
    queue.last = response;
    this.queues.set(socket, queue);
    addPendingOutput(response, socket.writableHighWaterMark);
    response.once('socket', () =>
      setImmediate(() => {
        queue.bytes -= bytes;
        addPendingOutput(response, -socket.writableHighWaterMark);
        if (socket.writable) this.dispatch(request, response);
      }),
    );
    return true;
  }
}

function bytesOf(request: IncomingMessage): number {
  let bytes = request.url!.length + Math.min(bodyLength(request), unreservedBodyBytes);
  for (const text of request.rawHeaders) bytes += text.length + stringOverhead;
  return bytes;
}
