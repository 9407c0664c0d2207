import type { ServerResponse } from 'node:http';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { contextOf, type CallerLimit } from '../context/request-context.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { rateLimitPolicy, rateLimitState, type RateLimit } from './rate-limit.ts';

/** Counts each caller's requests to this instance. Requests above the limit get 429 before their body is read. */
export class RateLimitGuard implements CanActivate, CallerLimit {
  private readonly counter: RateLimiterMemory;
  private readonly policy: string;

  constructor(private readonly limit: RateLimit) {
    this.counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
    this.policy = rateLimitPolicy(limit);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const requestContext = contextOf(http.getRequest<Request>());
    const { caller } = requestContext;
    if (!caller) return true;
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.count(caller.id);
    const seconds = this.secondsUntil(msBeforeNext);
    this.writeHeaders(http.getResponse<Response>(), remainingPoints, seconds);
    requestContext.callerLimit = this;
    if (consumedPoints > this.limit.requests) throw rateLimited(this.limit, seconds);
    return true;
  }

  /** Sets the headers to the present state of the caller's window, without counting a request. */
  async updateHeaders(response: ServerResponse, callerId: string): Promise<void> {
    const state = await this.counter.get(callerId);
    if (state && state.msBeforeNext > 0) {
      this.writeHeaders(response, state.remainingPoints, this.secondsUntil(state.msBeforeNext));
    } else {
      // The window has ended. The next request starts one.
      this.writeHeaders(response, this.limit.requests, this.limit.seconds);
    }
  }

  private writeHeaders(response: ServerResponse, remaining: number, seconds: number): void {
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', rateLimitState(remaining, seconds));
  }

  /** Returns at most the window, because `milliseconds` is longer if the system clock was set back. */
  private secondsUntil(milliseconds: number): number {
    return Math.min(Math.ceil(milliseconds / 1_000), this.limit.seconds);
  }

  /** `consume` rejects with the count if the count is above the limit. */
  private count(callerId: string): Promise<RateLimiterRes> {
    return this.counter.consume(callerId).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
  }
}

function rateLimited({ requests, seconds }: RateLimit, wait: number): RequestError {
  const message = `An API key may make ${requests} requests in ${seconds} s: try again in ${wait} s.`;
  return new RequestError(platformErrors.rate_limited, message, { 'Retry-After': String(wait) });
}
