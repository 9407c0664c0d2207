import { IncomingMessage, type ServerResponse } from 'node:http';
import { Deadline } from '@petstore/kernel';
import type { Caller } from './caller.ts';

/**
 * The service's own data about one request: each member is set in one place and read by the log, the metrics and the
 * operations. Every member has an initial value, because requests of one hidden class are faster.
 */
export class RequestContext {
  /** Milliseconds of the monotonic clock (`performance.now()`) at which the request was dispatched. */
  startedAt = 0;
  /** Empty until the request is dispatched. */
  requestId = '';
  /** Until when an operation must have responded. */
  deadline = Deadline.none;
  /** Undefined if the request is not authenticated. */
  caller: Caller | undefined = undefined;
  /** Undefined unless the server records addresses. */
  clientAddress: string | undefined = undefined;
  /** Template of the route, such as `/v1/pets/{petId}`; empty until the response has ended. */
  route = '';
  /** Code of the Error body, if the response has one. */
  errorCode: string | undefined = undefined;
  /** Status of a response that was written to the socket, because the request could not be read to its end. */
  statusSentOutsideResponse: number | undefined = undefined;
  /** Whether the response allows a browser to send the request that it asked about (CORS). */
  isPreflightGranted = false;
  /** Whether the operation is deprecated. */
  isDeprecated = false;

  get isDispatched(): boolean {
    return this.requestId !== '';
  }

  /** Waits for the client, for example for the request's body. The deadline is moved by the time of the wait. */
  async excludeWait<T>(wait: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await wait;
    } finally {
      this.deadline = new Deadline(this.deadline.at + performance.now() - started);
    }
  }

  /** The status that was sent; undefined if the client disconnected before. */
  statusOf(response: ServerResponse): number | undefined {
    // A listener that responds later writes headers as well. They are not sent.
    if (this.statusSentOutsideResponse !== undefined) return this.statusSentOutsideResponse;
    return response.headersSent && isClientReading(response) ? response.statusCode : undefined;
  }

  /** Whether the client disconnected before the end of the response. */
  isAborted(response: ServerResponse): boolean {
    if (this.statusSentOutsideResponse !== undefined) return false;
    return !(response.writableFinished && isClientReading(response));
  }
}

/** Not if the client disconnected while it sent the request: then it gets no response. */
function isClientReading({ req }: ServerResponse): boolean {
  return req.complete || !req.destroyed || req.readableEnded;
}

/** A request of our server. Express replaces the prototype; the context stays. */
export class HttpRequest extends IncomingMessage {
  readonly context = new RequestContext();
}

/** @param request of our server */
export function contextOf(request: IncomingMessage): RequestContext {
  return (request as HttpRequest).context;
}
