import { DatabaseUnavailable, isRowError, OutcomeUnknown, translate } from './database.errors.ts';
import { withOutcome, type StatementOutcome } from './statement-outcome.ts';

const failed = (outcome: StatementOutcome, code?: string) =>
  withOutcome(Object.assign(new Error('any message: ECONNREFUSED'), { code }), outcome);

function translated(error: unknown, effect: 'read' | 'change'): unknown {
  try {
    return translate(effect)(error);
  } catch (thrown) {
    return thrown;
  }
}

it.each([undefined, '57P01', '23505', 'ECONNRESET'])(
  'translates the error of a statement that was not sent to DatabaseUnavailable, with every code: %s',
  (code) => {
    expect(translated(failed('not sent', code), 'change')).toBeInstanceOf(DatabaseUnavailable);
    expect(translated(failed('not sent', code), 'read')).toBeInstanceOf(DatabaseUnavailable);
  },
);

it.each([undefined, '57P01', '53100', '58030', '23505', 'EPIPE'])(
  'translates an unknown failure to OutcomeUnknown for a change and to DatabaseUnavailable for a read, with every code: %s',
  (code) => {
    expect(translated(failed('unknown', code), 'change')).toBeInstanceOf(OutcomeUnknown);
    expect(translated(failed('unknown', code), 'read')).toBeInstanceOf(DatabaseUnavailable);
    expect(isRowError(failed('unknown', code))).toBe(false);
  },
);

it.each(['57014', '53100', '53200', '55P03', '25006', '40P01', '40001'])(
  'translates a temporary rejection by PostgreSQL to DatabaseUnavailable: %s',
  (code) => {
    expect(translated(failed('rejected', code), 'change')).toBeInstanceOf(DatabaseUnavailable);
    expect(isRowError(failed('rejected', code))).toBe(false);
  },
);

it.each(['42601', '0A000', '23505', '22P02'])('rethrows an error about the statement itself: %s', (code) => {
  const error = failed('rejected', code);
  expect(translated(error, 'change')).toBe(error);
});

it.each(['22P02', '22003', '23505', '23514', 'P0001'])('recognises an error about a row: %s', (code) => {
  expect(isRowError(failed('rejected', code))).toBe(true);
  expect(isRowError(failed('unknown', code))).toBe(false);
});

it.each(['XX000', '58000', '57P01', '42P01', '42501', '42601', '0A000', '54000', undefined])(
  'isRowError returns false for an error that is not about a row: %s',
  (code) => {
    expect(isRowError(failed('rejected', code))).toBe(false);
  },
);

it.each([new TypeError('x'), 'no error', undefined])(
  'rethrows an error that does not come from a statement: %s',
  (error) => {
    expect(translated(error, 'change')).toBe(error);
    expect(isRowError(error)).toBe(false);
  },
);

it('rethrows a DomainError that was thrown within a transaction', () => {
  const refusal = new DatabaseUnavailable(undefined);
  expect(translated(refusal, 'change')).toBe(refusal);
});

it('stores the error as the cause, and does not include its message', () => {
  const error = failed('not sent');
  expect(translated(error, 'read')).toMatchObject({
    cause: error,
    message: expect.not.stringContaining('ECONNREFUSED'),
  });
});
