import { DomainError } from '@petstore/kernel';
import type { ApiKey } from './api-key.ts';
import { Duration } from './duration.ts';
import { FakeCryptography, issuedAt, issuedKey } from './testing/index.ts';

type Operation = (apiKey: ApiKey, now: Date) => ApiKey;

const rotate =
  (grace: string): Operation =>
  (apiKey, now) =>
    apiKey.rotate(now, Duration.of(grace), new FakeCryptography()).retired;

const operations: Record<string, Operation> = {
  wait: (apiKey) => apiKey,
  revoke: (apiKey, now) => apiKey.revoke(now),
  'rotate without a grace period': rotate('0s'),
  'rotate with a short grace period': rotate('90s'),
  'rotate with a long grace period': rotate('1w'),
};

/** Every sequence of four operations. */
const sequences = Array.from({ length: 4 }).reduce<string[][]>(
  (shorter) => shorter.flatMap((sequence) => Object.keys(operations).map((name) => [...sequence, name])),
  [[]],
);

/** The key after each operation, one minute apart. A refused operation leaves the key unchanged. */
function run(apiKey: ApiKey, sequence: readonly string[]): { apiKey: ApiKey; now: Date }[] {
  const moments = [{ apiKey, now: issuedAt }];
  for (const name of sequence) {
    const { apiKey: before, now } = moments.at(-1)!;
    const later = Duration.of('1m').after(now);
    moments.push({ apiKey: attempt(operations[name]!, before, later), now: later });
  }
  return moments;
}

function attempt(operation: Operation, apiKey: ApiKey, now: Date): ApiKey {
  try {
    return operation(apiKey, now);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') return apiKey;
    throw error;
  }
}

describe.each([
  ['without expiry', undefined],
  ['with an expiry after 150 s', '150s'],
])('a key issued %s, after every sequence of operations,', (_, expires) => {
  const all = sequences.map((sequence) => run(issuedKey('till', new FakeCryptography(), expires).apiKey, sequence));

  it('reaches every state in one of 625 sequences', () => {
    expect(all).toHaveLength(625);
    const seen = new Set(all.flatMap((moments) => moments.map(({ apiKey, now }) => apiKey.stateAt(now))));
    expect([...seen].sort()).toEqual(['active', 'expired', 'revoked', 'rotated']);
  });

  it('never returns to an earlier state', () => {
    const order = ['active', 'rotated', 'expired', 'revoked'];
    for (const moments of all) {
      const states = moments.map(({ apiKey, now }) => order.indexOf(apiKey.stateAt(now)));
      expect(states).toEqual(states.toSorted());
    }
  });

  it('works exactly while it is active or rotated', () => {
    for (const { apiKey, now } of all.flat()) {
      expect(apiKey.usableFor(now) > 0).toBe(['active', 'rotated'].includes(apiKey.stateAt(now)));
    }
  });

  it('never gets a later end', () => {
    for (const moments of all) {
      const ends = moments.map(({ apiKey, now }) => now.getTime() + apiKey.usableFor(now));
      const firstUnusable = moments.findIndex(({ apiKey, now }) => apiKey.usableFor(now) === 0);
      const endsWhileUsable = ends.slice(0, firstUnusable < 0 ? undefined : firstUnusable);
      expect(endsWhileUsable).toEqual(endsWhileUsable.toSorted((a, b) => b - a));
    }
  });
});
