import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { contextOf } from './request-context.ts';
import { isPublic } from './public.decorator.ts';
import { platformErrors, RequestError } from './errors.ts';
import { rateLimitPolicy, rateLimitState, type RateLimit } from './rate-limit.ts';

/** Counts each caller's requests to this instance. Requests above the limit get 429 before their body is read. */
export class RateLimitGuard implements CanActivate {
  private readonly counter: RateLimiterMemory;
  private readonly policy: string;

  constructor(private readonly limit: RateLimit) {
    this.counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
    this.policy = rateLimitPolicy(limit);
  }

  /** @throws RequestError rate_limited; Error if no guard has authenticated the caller */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isPublic(context)) return true;
    const http = context.switchToHttp();
    const caller = contextOf(http.getRequest<Request>()).requireCaller();
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.count(caller.id);
    const seconds = this.secondsUntil(msBeforeNext);
    const response = http.getResponse<Response>();
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', rateLimitState(remainingPoints, seconds));
    if (consumedPoints > this.limit.requests) throw rateLimited(this.limit, seconds);
    return true;
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
