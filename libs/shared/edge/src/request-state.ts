import { randomUUID } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { TimeLimitExceeded, untilAborted, type AbortSignal, type Transaction } from '@petstore/kernel';
import type { RequestError } from './errors.ts';

/** The authenticated sender of a request. VerifiedKey of the context `access` is one. */
export interface Caller {
  /** Public id, for logs, metrics and rate limits; never a secret. */
  readonly id: string;
  /** @throws DomainError if the caller may only read */
  requireWriteAccess(): void;
}

/**
 * The time limit of one request: an AbortSignal with its timer. It aborts at the end of the limit, and when the client disconnects. An
 * AbortController of the platform would cost more CPU (docs/decisions/0006-availability.md).
 */
export class TimeLimit implements AbortSignal {
  aborted = false;
  /** As in AbortSignal; without a transaction, it uses any connection. The guard that authenticates the caller sets it. */
  verifyCaller: ((transaction?: Transaction) => Promise<unknown> | undefined) | undefined = undefined;
  private readonly listeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined = undefined;
  /** Time of the monotonic clock (`performance.now()`). */
  private endsAt = Infinity;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @param duration in milliseconds */
  start(duration: number): void {
    this.endsAt = performance.now() + duration;
    this.timer = setTimeout(() => this.abort(), duration);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Awaits the promise and stops the timer meanwhile. For waits that the client causes. */
  async exclude<T>(wait: Promise<T>): Promise<T> {
    const remaining = this.endsAt - performance.now();
    this.stop();
    try {
      return await wait;
    } finally {
      if (!this.aborted) this.start(Math.max(0, remaining));
    }
  }

  /**
   * Awaits `work` until the end of the limit. It does not cancel `work`, so `work` must not change data.
   * @throws TimeLimitExceeded
   */
  within<T>(work: Promise<T>): Promise<T> {
    return untilAborted(work, this, () => new TimeLimitExceeded());
  }

  /** Ends the limit now, for example because the client has disconnected. */
  abort(): void {
    this.stop();
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}

/** Our data about one request. Every member has an initial value, so that V8 gives all instances the same hidden class. */
export class RequestState {
  /** Time at which the request was dispatched, in milliseconds of the monotonic clock (`performance.now()`). */
  startedAt = 0;
  requestId = '';
  readonly timeLimit = new TimeLimit();
  caller: Caller | undefined = undefined;
  clientAddress: string | undefined = undefined;
  /** Template of the route, such as `/v1/pets/{petId}`. It may be empty until the response has ended. */
  route = '';
  errorCode: string | undefined = undefined;
  /** The reason why the head of the request is refused. */
  headError: RequestError | undefined = undefined;
  isDeprecated = false;
  /** Headers of the response, which are written together with its head. */
  readonly headers: Record<string, string> = {};

  /** Verifies the caller again, after a wait that is not in the time limit. @throws DomainError, also if it takes too long */
  async verifyCallerAgain(): Promise<void> {
    const verifying = this.timeLimit.verifyCaller?.();
    if (verifying) await this.timeLimit.within(verifying);
  }

  /** @throws Error if no guard has authenticated the caller */
  requireCaller(): Caller {
    if (this.caller) return this.caller;
    throw new Error('no guard has authenticated the caller');
  }
}

/** Returns the status of the response; undefined if the client disconnected before the response. */
export function statusOf(response: ServerResponse): number | undefined {
  return response.headersSent ? response.statusCode : undefined;
}

/** A request of our server. `state` is an own member, so it stays when Express replaces the prototype. */
export class HttpRequest extends IncomingMessage {
  readonly state = new RequestState();
  /** `JsonBodyGuard` sets it. */
  body: unknown = undefined;
}

/** @param request a request of a server that `createHttpServer` created */
export function stateOf(request: IncomingMessage): RequestState {
  return (request as HttpRequest).state;
}

/** Whether text contains a credential. */
export type IsSecret = (text: string) => boolean;

export const maxRequestIdLength = 128;

/** The accepted format of a client's `X-Request-Id`, for the OpenAPI document. `requestIdPattern` is the same rule. */
export const requestIdFormat = `1 to ${maxRequestIdLength} of letters, digits and \`.\` \`_\` \`~\` \`-\` \`=\` \`+\` \`/\` \`:\` \`@\``;

/** It does not match a header that was sent more than once, because Node joins the values with a comma. */
export const requestIdPattern = `^[A-Za-z0-9._~=+/:@-]{1,${maxRequestIdLength}}$`;
const validRequestId = new RegExp(requestIdPattern);

export const newRequestId = () => randomUUID();

/** Returns the client's `X-Request-Id` if it has the accepted format and contains no credential; otherwise a new id. */
export function chooseRequestId({ headers }: IncomingMessage, isSecret: IsSecret): string {
  const sent = headers['x-request-id'] as string | undefined;
  return sent !== undefined && validRequestId.test(sent) && !isSecret(sent) ? sent : newRequestId();
}
