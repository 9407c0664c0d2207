import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { contextOf } from '../context/request-context.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { rateLimitPolicy, rateLimitState, type RateLimit } from './rate-limit.ts';

/** Counts each caller's requests to this instance. Requests above the limit get 429 before their body is read. */
export class RateLimitGuard implements CanActivate {
  private readonly counter: RateLimiterMemory;
  private readonly policy: string;

  constructor(private readonly limit: RateLimit) {
    this.counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
    this.policy = rateLimitPolicy(limit);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { caller } = contextOf(http.getRequest<Request>());
    if (!caller) return true;
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.count(caller.id);
    // Limited to the window, because `msBeforeNext` is longer if the system clock was set back.
    const seconds = Math.min(Math.ceil(msBeforeNext / 1_000), this.limit.seconds);
    const response = http.getResponse<Response>();
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', rateLimitState(remainingPoints, seconds));
    if (consumedPoints > this.limit.requests) throw rateLimited(this.limit, seconds);
    return true;
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
