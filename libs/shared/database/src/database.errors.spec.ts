import { DatabaseUnavailable, isRowError, OutcomeUnknown, translate } from './database.errors.ts';
import { recordFailure, type StatementFailure } from './statement-failure.ts';

const failed = (failure: StatementFailure, code?: string) =>
  recordFailure(Object.assign(new Error('the words do not matter: ECONNREFUSED'), { code }), failure);

function translated(error: unknown, asked: 'read' | 'change'): unknown {
  try {
    return translate(asked)(error);
  } catch (thrown) {
    return thrown;
  }
}

it.each([undefined, '57P01', '23505', 'ECONNRESET'])(
  'says that a statement that was not sent did nothing, whatever the code: %s',
  (code) => {
    expect(translated(failed('not sent', code), 'change')).toBeInstanceOf(DatabaseUnavailable);
    expect(translated(failed('not sent', code), 'read')).toBeInstanceOf(DatabaseUnavailable);
  },
);

it.each([undefined, '57P01', '53100', '58030', '23505', 'EPIPE'])(
  'does not know what became of a change that was sent and not answered, whatever the code: %s',
  (code) => {
    expect(translated(failed('unknown', code), 'change')).toBeInstanceOf(OutcomeUnknown);
    expect(translated(failed('unknown', code), 'read')).toBeInstanceOf(DatabaseUnavailable);
    expect(isRowError(failed('unknown', code))).toBe(false);
  },
);

it.each(['57014', '53100', '53200', '55P03', '25006', '40P01', '40001'])(
  'says that a statement that PostgreSQL rejected for a passing reason did nothing: %s',
  (code) => {
    expect(translated(failed('rejected', code), 'change')).toBeInstanceOf(DatabaseUnavailable);
    expect(isRowError(failed('rejected', code))).toBe(false);
  },
);

it.each(['42601', '0A000', '23505', '22P02'])('leaves an error about the statement itself as it is: %s', (code) => {
  const error = failed('rejected', code);
  expect(translated(error, 'change')).toBe(error);
});

it.each(['22P02', '22003', '23505', '23514', 'P0001'])('knows an error about a row: %s', (code) => {
  expect(isRowError(failed('rejected', code))).toBe(true);
  expect(isRowError(failed('unknown', code))).toBe(false);
});

it.each(['XX000', '58000', '57P01', '42P01', '42501', '42601', '0A000', '54000', undefined])(
  'knows that every row would fail with it, or that the statement may have been executed: %s',
  (code) => {
    expect(isRowError(failed('rejected', code))).toBe(false);
  },
);

it.each([new TypeError('x'), 'no error', undefined])("leaves what is no statement's error as it is: %s", (error) => {
  expect(translated(error, 'change')).toBe(error);
  expect(isRowError(error)).toBe(false);
});

it('leaves what the domain itself refused within a transaction as it is', () => {
  const refusal = new DatabaseUnavailable(undefined);
  expect(translated(refusal, 'change')).toBe(refusal);
});

it('keeps the cause for the log, and out of the message', () => {
  const error = failed('not sent');
  expect(translated(error, 'read')).toMatchObject({
    cause: error,
    message: expect.not.stringContaining('ECONNREFUSED'),
  });
});
