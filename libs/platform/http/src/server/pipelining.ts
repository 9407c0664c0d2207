import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './dispatch-limit.ts';
import { addPendingOutput, ignoreFurtherRequests } from './node-internals.ts';

/** Requests of one connection that may wait for the responses to earlier ones: each takes about 2 kB. */
export const maxWaitingRequests = 16;

/**
 * Header fields that these requests may have together, before the last of them: each takes about 75 bytes. A client that does
 * not read its responses keeps them in memory for as long as IDLE_TIMEOUT, on as many connections as MAX_CONNECTIONS.
 */
export const maxWaitingFields = 256;

/** The waiting requests of one connection. */
interface Queue {
  waiting: number;
  /** Header fields of the requests that wait. */
  fields: number;
  isOverflowing: boolean;
}

/**
 * Holds the requests of a connection that arrive before the responses to earlier ones were sent (HTTP pipelining, RFC 9112,
 * section 9.3.2). Node emits `request` for each request that it has parsed, but a response gets its socket only when the
 * earlier ones were sent. A request that was handled before would hold its response in memory until then; if the client
 * disconnects, that response never closes.
 *
 * - Requests are dispatched one per event-loop iteration, so that no connection delays the others.
 * - While more than one waits, Node stops reading from the connection.
 * - Behind `maxWaitingRequests` or `maxWaitingFields` the connection accepts no further request and ends after the response
 *   to the last one.
 * - Requests that still wait when the connection closes are dropped.
 */
export class Pipelining {
  private readonly queues = new WeakMap<Socket, Queue>();

  constructor(private readonly dispatch: RequestHandler) {}

  /** @param response has no socket yet */
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
