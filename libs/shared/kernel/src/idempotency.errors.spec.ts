import { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';

it.each([
  [new IdempotencyMismatch(), 'idempotency_mismatch'],
  [new IdempotencyConflict(), 'idempotency_conflict'],
])('%p has the kind `conflict` and the code %s', (error, code) => {
  expect(error).toMatchObject({ code });
});

it('has messages that do not mention pets, because every context uses these errors', () => {
  for (const { message } of [new IdempotencyMismatch(), new IdempotencyConflict()]) {
    expect(message).not.toMatch(/pet|animal/i);
  }
});
