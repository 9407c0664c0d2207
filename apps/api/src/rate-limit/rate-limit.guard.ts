import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callerOf } from '../auth/caller.ts';
import { ApiError } from '../http/api-error.ts';
import { rateLimitPolicy, rateLimitState, type RateLimit } from './rate-limit.ts';

/** Stands behind the guard of keys and counts what each of them asks of this instance; what is too much is refused unread. */
export class RateLimitGuard implements CanActivate {
  private readonly counter: RateLimiterMemory;
  private readonly policy: string;

  constructor(private readonly limit: RateLimit) {
    this.counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
    this.policy = rateLimitPolicy(limit);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<Request>());
    if (!caller) return true;
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.count(caller.publicId);
    // No more than the window, which is all that is left of it when the machine's clock was put back.
    const seconds = Math.min(Math.ceil(msBeforeNext / 1_000), this.limit.seconds);
    const response = http.getResponse<Response>();
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', rateLimitState(remainingPoints, seconds));
    if (consumedPoints > this.limit.requests) throw tooMany(this.limit, seconds);
    return true;
  }

  /** The counter throws the count when it is over the limit. */
  private count(publicId: string): Promise<RateLimiterRes> {
    return this.counter.consume(publicId).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
  }
}

function tooMany({ requests, seconds }: RateLimit, wait: number): ApiError {
  const message = `An API key may make ${requests} requests in ${seconds} s: try again in ${wait} s.`;
  return new ApiError('rate_limited', message, { 'Retry-After': String(wait) });
}
