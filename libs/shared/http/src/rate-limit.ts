/** The number of requests that each caller may send in a window of `seconds`. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** The longest window. */
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
