import { ApiKeyAlreadyRevoked, ApiKeyAlreadyRotated, ApiKeyExpired } from './access.errors.ts';
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

const operationsPerSequence = 4;

const sequences = Array.from({ length: operationsPerSequence }).reduce<string[][]>(
  (prefixes) => prefixes.flatMap((sequence) => Object.keys(operations).map((name) => [...sequence, name])),
  [[]],
);

/** Returns the key before the sequence and after each operation. The operations are one minute apart. */
function statesDuring(apiKey: ApiKey, sequence: readonly string[]): { apiKey: ApiKey; now: Date }[] {
  const states = [{ apiKey, now: issuedAt }];
  for (const name of sequence) {
    const { apiKey: before, now } = states.at(-1)!;
    const next = Duration.of('1m').after(now);
    states.push({ apiKey: attempt(operations[name]!, before, next), now: next });
  }
  return states;
}

const refusals = [ApiKeyAlreadyRevoked, ApiKeyAlreadyRotated, ApiKeyExpired];

/** Returns the unchanged key if the operation is refused. */
function attempt(operation: Operation, apiKey: ApiKey, now: Date): ApiKey {
  try {
    return operation(apiKey, now);
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return apiKey;
    throw error;
  }
}

describe.each([
  ['without expiry', undefined],
  ['with an expiry 150 s after the issue', '150s'],
])('a key issued %s, after every sequence of operations,', (_, expires) => {
  const histories = sequences.map((sequence) =>
    statesDuring(issuedKey('checkout', new FakeCryptography(), expires).apiKey, sequence),
  );

  it('has had every state in at least one sequence', () => {
    expect(histories).toHaveLength(Object.keys(operations).length ** operationsPerSequence);
    const seen = new Set(histories.flatMap((history) => history.map(({ apiKey, now }) => apiKey.stateAt(now))));
    expect([...seen].sort()).toEqual(['active', 'expired', 'revoked', 'rotated']);
  });

  it('never returns to an earlier state', () => {
    const order = ['active', 'rotated', 'expired', 'revoked'];
    for (const history of histories) {
      const ranks = history.map(({ apiKey, now }) => order.indexOf(apiKey.stateAt(now)));
      expect(ranks).toEqual(ranks.toSorted());
    }
  });

  it('works if and only if it is active or rotated', () => {
    for (const { apiKey, now } of histories.flat()) {
      expect(apiKey.remainingLifetime(now) > 0).toBe(['active', 'rotated'].includes(apiKey.stateAt(now)));
    }
  });

  it('never gets a later expiry', () => {
    for (const history of histories) {
      const ends = history.map(({ apiKey, now }) => now.getTime() + apiKey.remainingLifetime(now));
      const firstUnusable = history.findIndex(({ apiKey, now }) => apiKey.remainingLifetime(now) === 0);
      const endsWhileUsable = ends.slice(0, firstUnusable < 0 ? undefined : firstUnusable);
      expect(endsWhileUsable).toEqual(endsWhileUsable.toSorted((a, b) => b - a));
    }
  });
});
