import type { ServerResponse } from 'node:http';
import type { Deadline } from '@petstore/kernel';
import { contextOf, type RequestContext } from './request-context.ts';

/** A wait for an event. */
export interface EndableWait<T> {
  readonly ended: Promise<T>;
  /** Makes `ended` resolve at once. */
  end(): void;
}

/** A response that the service holds back because the client asked to wait for an event. */
export class HeldResponse {
  private readonly context: RequestContext;

  constructor(private readonly response: ServerResponse) {
    this.context = contextOf(response.req);
  }

  get deadline(): Deadline {
    return this.context.deadline;
  }

  /**
   * Awaits the wait. Its time counts neither for the deadline nor for the duration of the request. Ends it when the server stops
   * and when the client disconnects. Also ends it when the client closes only its sending side, because most clients that
   * disconnect do only that, as far as TCP shows. The headers of the rate limit have the state at the end of the wait.
   */
  async hold<T>(wait: EndableWait<T>): Promise<T> {
    const { context, response } = this;
    const { socket } = response.req;
    const { serverStopping } = context;
    const end = () => wait.end();
    const { timeout } = socket;
    // The connection may be idle for longer than its timeout.
    socket.setTimeout(0);
    response.once('close', end);
    socket.once('end', end);
    serverStopping.addEventListener('abort', end);
    if (serverStopping.aborted || response.closed || socket.readableEnded) end();
    context.heldSince = performance.now();
    try {
      return await context.excludeWait(wait.ended);
    } finally {
      context.heldBefore = context.heldTime(performance.now());
      context.heldSince = undefined;
      serverStopping.removeEventListener('abort', end);
      socket.off('end', end);
      response.off('close', end);
      socket.setTimeout(timeout ?? 0);
      // The state has changed since the request was counted.
      if (context.caller) await context.callerLimit?.updateHeaders(response, context.caller.id);
    }
  }
}
