import { randomUUID } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { Deadline, DeadlineExceeded } from '@petstore/kernel';

/** The authenticated sender of a request. */
export interface Caller {
  /** Public id, for logs, metrics and rate limits; never a secret. */
  readonly id: string;
  /**
   * Checks again that the caller may still send requests.
   * @returns undefined if the last check is recent enough; otherwise a promise
   * @throws DomainError if the caller may not, or if this cannot be checked before the deadline
   */
  confirm(deadline: Deadline): Promise<unknown> | undefined;
}

/** Our data about one request. Every member has an initial value, because requests of one hidden class are faster. */
export class RequestContext {
  /** Milliseconds of the monotonic clock (`performance.now()`) at which the request was dispatched. */
  startedAt = 0;
  /** Empty until the request is dispatched. */
  requestId = '';
  /** Until when an operation must have responded. */
  deadline = Deadline.none;
  caller: Caller | undefined = undefined;
  /** Undefined unless the server records addresses. */
  clientAddress: string | undefined = undefined;
  /** Template of the route, such as `/v1/pets/{petId}`; empty until the response has ended. */
  route = '';
  errorCode: string | undefined = undefined;
  /** Status of a response that was written to the socket, because the request could not be read to its end. */
  statusSentOutsideResponse: number | undefined = undefined;
  /** Whether the response allows a browser to send the request that it asked about (CORS). */
  isPreflightGranted = false;
  isDeprecated = false;

  get isDispatched(): boolean {
    return this.requestId !== '';
  }

  /** Waits for the client and moves the deadline by the time of the wait. */
  async excludeWait<T>(wait: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await wait;
    } finally {
      this.deadline = new Deadline(this.deadline.at + performance.now() - started);
    }
  }

  /**
   * Waits for the work, which must change nothing, because the deadline does not cancel it.
   * @throws DeadlineExceeded if the deadline passes first
   */
  withinDeadline<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new DeadlineExceeded()), this.deadline.delay(performance.now()));
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
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

/** Whether text contains a credential. */
export type IsSecret = (text: string) => boolean;

/** The form of a client's request id that is accepted, for the OpenAPI document. */
export const requestIdForm = '1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`';

/** Does not match a header that was sent more than once: Node joins the values with a comma. */
const requestIdPattern = /^[A-Za-z0-9._~\-=+/:@]{1,128}$/;

export const newRequestId = () => randomUUID();

/** The client's `X-Request-Id` if it has the accepted form and contains no credential; otherwise a new id. */
export function chooseRequestId({ headers }: IncomingMessage, isSecret: IsSecret): string {
  const sent = headers['x-request-id'] as string | undefined;
  return sent !== undefined && requestIdPattern.test(sent) && !isSecret(sent) ? sent : newRequestId();
}
