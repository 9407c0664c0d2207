import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { HttpRequest } from '@petstore/edge/request-state';
import { isPublic } from './public.decorator.ts';
import { platformErrors, RequestError } from '@petstore/edge/errors';

/** The number of requests that each caller may send in a window of `seconds`. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

export const maxRateLimitSeconds = Math.max(...Object.values(secondsOf));

/** Parses a rate limit per second, minute or hour, such as `100/s`. Returns undefined for another text. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([smh])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  return seconds === undefined ? undefined : { requests: Number(requests), seconds };
}

/** Returns the header `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitPolicy({ requests, seconds }: RateLimit): string {
  return `"default";q=${requests};w=${seconds}`;
}

/**
 * Returns the header `RateLimit` of the same draft.
 * @param remaining number of requests that the caller may still send in the window
 * @param seconds seconds until the window ends
 */
export function rateLimitState(remaining: number, seconds: number): string {
  return `"default";r=${remaining};t=${seconds}`;
}

/** Counts each caller's requests to this instance. Requests above the limit get 429 before their body is read. */
export class RateLimitGuard implements CanActivate {
  private readonly counter: RateLimiterMemory;
  private readonly policy: string;
  private readonly reflector = new Reflector();

  constructor(private readonly limit: RateLimit) {
    this.counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
    this.policy = rateLimitPolicy(limit);
  }

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    if (isPublic(this.reflector, execution)) return true;
    const { state } = execution.switchToHttp().getRequest<HttpRequest>();
    const caller = state.requireCaller();
    // `penalty` counts as `consume` does, but does not reject when the count is above the limit.
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.counter.penalty(caller.id);
    const seconds = this.secondsUntil(msBeforeNext);
    state.headers['RateLimit-Policy'] = this.policy;
    state.headers['RateLimit'] = rateLimitState(remainingPoints, seconds);
    if (consumedPoints > this.limit.requests) throw rateLimited(this.limit, seconds);
    return true;
  }

  /** Returns at most the window, because `milliseconds` is longer if the system clock was set back. */
  private secondsUntil(milliseconds: number): number {
    return Math.min(Math.ceil(milliseconds / 1_000), this.limit.seconds);
  }
}

function rateLimited({ requests, seconds }: RateLimit, wait: number): RequestError {
  const message = `An API key may make ${requests} requests in ${seconds} s: try again in ${wait} s.`;
  return new RequestError(platformErrors.rate_limited, message, { 'Retry-After': String(wait) });
}
