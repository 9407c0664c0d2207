import { DatabaseUnavailable } from './database.errors.ts';
import { describeCauses } from './operator.errors.ts';

it.each<[string, unknown, string]>([
  ['the message of an error', new Error('connect ECONNREFUSED 127.0.0.1:1'), 'connect ECONNREFUSED 127.0.0.1:1'],
  ['all messages of an AggregateError', new AggregateError([new Error('a'), new Error('b')]), 'a; b'],
  ['the cause of DatabaseUnavailable', new DatabaseUnavailable(new Error('too many clients')), 'too many clients'],
  ['the end of a time limit', new Error('timeout expired'), 'the server did not answer in time'],
  ['a closed connection', new Error('Connection terminated unexpectedly'), 'the server closed the connection'],
  ['one line without the password', new Error('bad\n  postgresql://u:hunter2@h'), 'bad postgresql://…@h'],
])('describes %s', (_, cause, description) => expect(describeCauses(cause)).toBe(description));
