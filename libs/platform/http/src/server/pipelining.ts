import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './dispatch-limit.ts';
import { addPendingOutput, ignoreFurtherRequests } from './node-internals.ts';

/** Maximum requests of one connection that wait for the responses to earlier ones. Each takes about 2 kB of memory. */
export const maxWaitingRequests = 16;

/**
 * Header fields of the waiting requests of one connection at which no further request is accepted. Each takes about 75 bytes
 * of memory. A client that does not read its responses can occupy this memory until IDLE_TIMEOUT, on MAX_CONNECTIONS
 * connections.
 */
export const maxWaitingFields = 256;

/** The waiting requests of one connection. */
interface Queue {
  waiting: number;
  /** Number of header fields of the waiting requests. */
  fields: number;
  isOverflowing: boolean;
}

/**
 * Delays the requests of a connection that arrive before the responses to earlier ones were sent (HTTP pipelining, RFC 9112,
 * section 9.3.2). Node emits `request` for each request that it has parsed, but assigns the socket to a response only when the
 * earlier responses were sent. The response to a request that is handled earlier would stay in memory until then, and would
 * never emit `close` if the client disconnects.
 *
 * - Each event-loop iteration dispatches one request of a connection, so that no connection delays the others.
 * - While more than one waits, Node stops reading from the connection.
 * - At `maxWaitingRequests` or `maxWaitingFields` the connection accepts no further request, and ends after the response to
 *   the last one.
 * - Requests that still wait when the connection closes are dropped.
 */
export class Pipelining {
  private readonly queues = new WeakMap<Socket, Queue>();

  constructor(private readonly dispatch: RequestHandler) {}

  /** Dispatches the request after the earlier responses. @param response response without a socket */
  dispatchLater(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const queue = this.queues.get(socket) ?? { waiting: 0, fields: 0, isOverflowing: false };
    this.queues.set(socket, queue);
    if (queue.isOverflowing) return;
    const fields = request.rawHeaders.length / 2;
    queue.waiting += 1;
    queue.fields += fields;
    if (queue.waiting >= maxWaitingRequests || queue.fields >= maxWaitingFields) {
      queue.isOverflowing = true;
      response.shouldKeepAlive = false;
      ignoreFurtherRequests(socket);
    }
    addPendingOutput(response, socket.writableHighWaterMark);
    response.once('socket', () =>
      setImmediate(() => {
        queue.waiting -= 1;
        queue.fields -= fields;
        addPendingOutput(response, -socket.writableHighWaterMark);
        if (socket.writable) this.dispatch(request, response);
      }),
    );
  }
}
