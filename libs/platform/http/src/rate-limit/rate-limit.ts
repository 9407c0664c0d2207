import { InvalidSetting } from '@petstore/settings';

/** The number of requests that each caller may send in a window of `seconds`. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/**
 * Parses a rate limit such as `100/s`.
 * @param variable name of the environment variable, for the error
 * @returns undefined if the variable is not set
 * @throws InvalidSetting if the text is not a rate limit
 */
export function parseRateLimit(variable: string, text: string | undefined): RateLimit | undefined {
  if (!text) return undefined;
  const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([smh])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  if (seconds !== undefined) return { requests: Number(requests), seconds };
  throw new InvalidSetting(variable, text, 'requests per second, minute or hour, such as 100/s, 6000/m or 100000/h');
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
