import { describeError } from './describe-error.ts';
import { OperatorError } from './operator-error.ts';

it.each<[string, unknown, number]>([
  ['an OperatorError', new OperatorError('FATAL: \x1b]0;title\x07 \x9b31m\u202e\u061c\u200f'), 1],
  [
    'another error',
    Object.assign(new Error(), { stack: 'Error: \x1b]0;title\x07 \x9b31m\u202e\u061c\u200f\n    at main' }),
    2,
  ],
  ['a string', '\x1b]0;title\x07 \x9b31m\u202e\u061c\u200f', 1],
])('escapes the control characters of %s', (_, error, lines) => {
  const description = describeError(error);
  expect(description).toContain('\\u001b]0;title\\u0007 \\u009b31m\\u202e\\u061c\\u200f');
  expect(description.split('\n')).toHaveLength(lines);
});
