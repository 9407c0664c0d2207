import { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';

it.each([
  [new IdempotencyMismatch(), 'idempotency_mismatch'],
  [new IdempotencyConflict(), 'idempotency_conflict'],
])('%p is a conflict with a stable code', (error, code) => {
  expect(error).toMatchObject({ kind: 'conflict', code });
});

it('does not name a context in the messages', () => {
  for (const { message } of [new IdempotencyMismatch(), new IdempotencyConflict()]) {
    expect(message).not.toMatch(/pet|animal/i);
  }
});
