import { InvalidSetting } from '@petstore/settings';

/** The number of requests that each API key may send in a period of so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/**
 * Parses a variable that sets a rate limit. Returns undefined if it is not set.
 * @throws InvalidSetting
 */
export function parseRateLimit(variable: string, text: string | undefined): RateLimit | undefined {
  if (!text) return undefined;
  const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([smh])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  if (seconds !== undefined) return { requests: Number(requests), seconds };
  throw new InvalidSetting(variable, text, 'requests per second, minute or hour, such as 100/s, 6000/m or 100000/h');
}

/** The header `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitPolicy({ requests, seconds }: RateLimit): string {
  return `"default";q=${requests};w=${seconds}`;
}

/** The header `RateLimit` of the same draft: the requests that remain, and the seconds until the limit is reset. */
export function rateLimitState(remaining: number, seconds: number): string {
  return `"default";r=${remaining};t=${seconds}`;
}
