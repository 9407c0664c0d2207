import { DomainError } from '@petstore/kernel';
import type { ApiKey } from './api-key.ts';
import { Duration } from './duration.ts';
import { CountingCryptography, issuedAt, issuedKey } from './testing/index.ts';

type Deed = (apiKey: ApiKey, now: Date) => ApiKey;

const rotate =
  (grace: string): Deed =>
  (apiKey, now) =>
    apiKey.rotate(now, Duration.of(grace), new CountingCryptography()).retired;

const deeds: Record<string, Deed> = {
  waited: (apiKey) => apiKey,
  revoked: (apiKey, now) => apiKey.revoke(now),
  'rotated without grace': rotate('0s'),
  'rotated with little grace': rotate('90s'),
  'rotated with much grace': rotate('1w'),
};

/** Every order in which four deeds can be tried, one a minute. */
const lives = Array.from({ length: 4 }).reduce<string[][]>(
  (shorter) => shorter.flatMap((life) => Object.keys(deeds).map((deed) => [...life, deed])),
  [[]],
);

/** The key as it is after each deed; one that is refused leaves it as it was. */
function live(apiKey: ApiKey, life: readonly string[]): { apiKey: ApiKey; now: Date }[] {
  const moments = [{ apiKey, now: issuedAt }];
  for (const deed of life) {
    const { apiKey: before, now } = moments.at(-1)!;
    const later = Duration.of('1m').after(now);
    moments.push({ apiKey: attempt(deeds[deed]!, before, later), now: later });
  }
  return moments;
}

function attempt(deed: Deed, apiKey: ApiKey, now: Date): ApiKey {
  try {
    return deed(apiKey, now);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') return apiKey;
    throw error;
  }
}

describe.each([
  ['for ever', undefined],
  ['for 150 s', '150s'],
])('a key that was issued %s, whatever is done to it and in whatever order,', (_, expires) => {
  const all = lives.map((life) => live(issuedKey('till', new CountingCryptography(), expires).apiKey, life));

  it('passes through every state in one of 625 lives', () => {
    expect(all).toHaveLength(625);
    const seen = new Set(all.flatMap((moments) => moments.map(({ apiKey, now }) => apiKey.stateAt(now))));
    expect([...seen].sort()).toEqual(['active', 'expired', 'revoked', 'rotated']);
  });

  it('never goes back to an earlier state', () => {
    const order = ['active', 'rotated', 'expired', 'revoked'];
    for (const moments of all) {
      const states = moments.map(({ apiKey, now }) => order.indexOf(apiKey.stateAt(now)));
      expect(states).toEqual(states.toSorted());
    }
  });

  it('may be used while it is active or rotated, and never in another state', () => {
    for (const { apiKey, now } of all.flat()) {
      expect(apiKey.usableFor(now) > 0).toBe(['active', 'rotated'].includes(apiKey.stateAt(now)));
    }
  });

  it('never ends later than it was to before', () => {
    for (const moments of all) {
      const ends = moments.map(({ apiKey, now }) => now.getTime() + apiKey.usableFor(now));
      const dead = moments.findIndex(({ apiKey, now }) => apiKey.usableFor(now) === 0);
      const lived = ends.slice(0, dead < 0 ? undefined : dead);
      expect(lived).toEqual(lived.toSorted((a, b) => b - a));
    }
  });
});
