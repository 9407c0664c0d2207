import { OperatorError, reasonOf } from './operator-error.ts';

it.each<[string, unknown]>([
  ['an OperatorError', new OperatorError('FATAL: \x1b]0;title\x07 \x9b31m\u202e')],
  ['another error', Object.assign(new Error(), { stack: 'Error: \x1b]0;title\x07 \x9b31m\u202e\n    at main' })],
  ['anything else', '\x1b]0;title\x07 \x9b31m\u202e'],
])('shows no character of %s that a terminal would obey', (_, error) => {
  const shown = reasonOf(error);
  expect(shown).toContain('\\u001b]0;title\\u0007 \\u009b31m\\u202e');
  expect(shown.split('\n')).toHaveLength(_ === 'another error' ? 2 : 1);
});
