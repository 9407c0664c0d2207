import { InvalidSetting } from '@petstore/settings';

/** How many requests each API key may make in how much time. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/**
 * The limit that a variable sets; none when it is not set.
 * @throws InvalidSetting
 */
export function rateLimitOf(variable: string, read: string | undefined): RateLimit | undefined {
  if (!read) return undefined;
  const [, requests, unit = ''] = /^([1-9]\d{0,8})\/([smh])$/.exec(read) ?? [];
  const seconds = secondsOf[unit];
  if (seconds !== undefined) return { requests: Number(requests), seconds };
  throw new InvalidSetting(variable, read, 'requests per second, minute or hour, such as 100/s, 6000/m or 100000/h');
}

/** `RateLimit-Policy`, as draft-ietf-httpapi-ratelimit-headers-11 writes it. */
export function rateLimitPolicy({ requests, seconds }: RateLimit): string {
  return `"default";q=${requests};w=${seconds}`;
}

/** `RateLimit`, by the same draft: what is left until when. */
export function rateLimitState(left: number, seconds: number): string {
  return `"default";r=${left};t=${seconds}`;
}
