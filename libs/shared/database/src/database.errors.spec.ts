import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

function translated(error: unknown, asked: 'read' | 'change'): unknown {
  try {
    return translate(asked)(error);
  } catch (thrown) {
    return thrown;
  }
}

it.each([
  failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
  failure('connect ENOENT /run/.s.PGSQL.5432', 'ENOENT'),
  failure('timeout exceeded when trying to connect'),
  failure('Connection terminated due to connection timeout'),
  failure('the database system is starting up', '57P03'),
  failure('terminating connection due to administrator command', '57P01'),
  failure('canceling statement due to statement timeout', '57014'),
  failure('sorry, too many clients already', '53300'),
  failure('could not extend file: No space left on device', '53100'),
  failure('cannot execute INSERT in a read-only transaction', '25006'),
  failure('password authentication failed', '28P01'),
  failure('the server rejected the connection', '08004'),
])('knows that nothing was done: %s', (error) => {
  expect(translated(error, 'change')).toBeInstanceOf(DatabaseUnavailable);
  expect(translated(error, 'read')).toBeInstanceOf(DatabaseUnavailable);
});

it.each([
  failure('Connection terminated unexpectedly'),
  failure('read ECONNRESET', 'ECONNRESET'),
  failure('connection failure', '08006'),
  failure('transaction resolution unknown', '08007'),
  failure('server conn crashed?', '08P01'),
])('does not know what became of a change: %s', (error) => {
  expect(translated(error, 'change')).toBeInstanceOf(OutcomeUnknown);
  expect(translated(error, 'read')).toBeInstanceOf(DatabaseUnavailable);
});

it.each([failure('syntax error', '42601'), failure('duplicate key', '23505'), new TypeError('x'), 'no error'])(
  'leaves what is no fault of the surroundings as it is: %s',
  (error) => {
    expect(translated(error, 'change')).toBe(error);
  },
);

it('leaves what the domain itself refused within a transaction as it is, whatever it says', () => {
  const refusal = new DatabaseUnavailable(undefined);
  refusal.message = 'key_EPIPE has been revoked already';
  expect(translated(refusal, 'change')).toBe(refusal);
});

it('keeps the cause for the log, and out of the message', () => {
  const error = failure('connect ECONNREFUSED 10.0.0.1:5432', 'ECONNREFUSED');
  expect(translated(error, 'read')).toMatchObject({ cause: error, message: expect.not.stringContaining('10.0.0.1') });
});
