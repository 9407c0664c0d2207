import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
import { isRowError, withOutcome, type StatementOutcome } from './statement-outcome.ts';

const failed = (outcome: StatementOutcome, code?: string) =>
  withOutcome(Object.assign(new Error('any message: ECONNREFUSED'), { code }), outcome);

function translated(error: unknown, effect: 'read' | 'change'): unknown {
  try {
    return translate(effect)(error);
  } catch (thrown) {
    return thrown;
  }
}

it.each([
  ['not sent', [undefined, '57P01', '23505', 'ECONNRESET'], DatabaseUnavailable],
  ['unknown', [undefined, '57P01', '53100', '58030', '23505', 'EPIPE'], OutcomeUnknown],
  ['rejected', ['57014', '53100', '53200', '55P03', '25006', '40P01', '40001'], DatabaseUnavailable],
] as const)('translates the outcome `%s` with the codes %j', (outcome, codes, ErrorOfChange) => {
  for (const error of codes.map((code) => failed(outcome, code))) {
    expect(translated(error, 'change')).toBeInstanceOf(ErrorOfChange);
    const ofRead = translated(error, 'read');
    expect(ofRead).toBeInstanceOf(DatabaseUnavailable);
    expect(ofRead).toMatchObject({ cause: error, message: expect.not.stringContaining('ECONNREFUSED') });
    expect(isRowError(error)).toBe(false);
  }
});

it.each([
  ...['42601', '0A000', '23505', '22P02'].map((code) => failed('rejected', code)),
  ...[new TypeError('x'), 'no error', undefined, new DatabaseUnavailable(undefined)],
])('rethrows an error about the statement itself, or that does not come from a statement: %s', (error) => {
  expect(translated(error, 'change')).toBe(error);
});

it.each([
  [true, ['22P02', '22003', '23505', '23514', 'P0001']],
  [false, ['XX000', '58000', '57P01', '42P01', '42501', '42601', '0A000', '54000', undefined]],
])('whether a rejection is about a row is %p for the codes %j', (expected, codes) => {
  for (const code of codes) expect(isRowError(failed('rejected', code))).toBe(expected);
  expect(isRowError(new TypeError('x'))).toBe(false);
});
