import { IdempotencyConflict, IdempotencyMismatch } from './idempotency.errors.ts';

// The messages do not name a resource, because every context uses these errors.
it.each([
  {
    error: new IdempotencyMismatch(),
    code: 'idempotency_mismatch',
    message: 'This Idempotency-Key belongs to another request: a new request needs a new key.',
  },
  {
    error: new IdempotencyConflict(),
    code: 'idempotency_conflict',
    message: 'A request with this Idempotency-Key is still in progress: repeat it later to get its result.',
  },
])('$code says what the client can do', ({ error, code, message }) => {
  expect(error).toMatchObject({ code, message });
});
