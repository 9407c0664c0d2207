import { describeError, OperatorError, readTogether } from './operator-error.ts';

const refuse = (message: string) => () => {
  throw new OperatorError(message);
};

it('returns what the readers return', () => {
  expect(
    readTogether(
      () => 1,
      () => 'two',
    ),
  ).toEqual([1, 'two']);
});

it('reports each fault of all readers once', () => {
  const reading = () => readTogether(refuse('PORT\nHOST'), () => 1, refuse('HOST\nBETA'));
  expect(reading).toThrow(new OperatorError('PORT\nHOST\nBETA'));
});

it('does not collect errors that an operator cannot fix', () => {
  const defect = () => {
    throw new TypeError('defect');
  };
  expect(() => readTogether(refuse('PORT'), defect)).toThrow(new TypeError('defect'));
});

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
