import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardRequests, type RequestParser } from './discard-requests.ts';

/** Requests of one connection that may wait for the responses to earlier ones: each takes about 2 kB. */
export const maxWaitingRequests = 16;

/**
 * Header fields that these requests may have together, before the last of them: each takes about 75 bytes. A client that does
 * not read its responses keeps them in memory for as long as IDLE_TIMEOUT, on as many connections as MAX_CONNECTIONS.
 */
export const maxWaitingFields = 256;

interface Connection {
  waiting: number;
  /** Header fields of the requests that wait. */
  fields: number;
  isOverflowing: boolean;
}

/**
 * Passes a request on when its response is the first of its connection (HTTP pipelining, RFC 9112, section 9.3.2). Node
 * emits `request` for each request that it has parsed, but a response gets its socket only when the earlier ones were sent.
 * A request that was executed before would hold its response in memory until then; if the client disconnects, that response
 * never closes.
 *
 * - A request without an earlier one is passed on immediately.
 * - Others are passed on one per event-loop iteration, so that no connection delays the others.
 * - While more than one waits, Node stops reading from the connection.
 * - Behind `maxWaitingRequests` or `maxWaitingFields` the connection accepts no further request and ends after the response
 *   to the last one.
 * - Requests that still wait when the connection closes are dropped.
 */
export function dispatchInOrder(dispatch: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  return (request, response) => {
    if (response.socket) return dispatch(request, response);
    const { socket } = request;
    const connection = connections.get(socket) ?? { waiting: 0, fields: 0, isOverflowing: false };
    connections.set(socket, connection);
    if (connection.isOverflowing) return;
    const fields = request.rawHeaders.length / 2;
    connection.waiting += 1;
    connection.fields += fields;
    if (connection.waiting >= maxWaitingRequests || connection.fields >= maxWaitingFields) {
      connection.isOverflowing = true;
      response.shouldKeepAlive = false;
      ignoreFurtherRequests(socket);
    }
    pauseReading(socket, response);
    response.once('socket', () =>
      setImmediate(() => {
        connection.waiting -= 1;
        connection.fields -= fields;
        resumeReading(socket, response);
        if (socket.writable) dispatch(request, response);
      }),
    );
  };
}

/** Node's own limit for pipelined requests: above the high-water mark of pending output it stops reading. */
interface PendingOutput {
  _onPendingData?(bytes: number): void;
}

function pauseReading(socket: Socket, response: ServerResponse): void {
  (response as PendingOutput)._onPendingData?.(socket.writableHighWaterMark);
}

function resumeReading(socket: Socket, response: ServerResponse): void {
  (response as PendingOutput)._onPendingData?.(-socket.writableHighWaterMark);
}

function ignoreFurtherRequests(socket: Socket): void {
  const { parser } = socket as { parser?: RequestParser | null };
  if (parser?.onIncoming) discardRequests(parser);
  else socket.destroy();
}
