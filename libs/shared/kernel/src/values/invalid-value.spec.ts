import { inspect } from 'node:util';
import { InvalidValue } from './invalid-value.ts';

const errorOf = (given: unknown) => new InvalidValue('invalid_size', 'size', given, 'small or large');

it.each([
  [undefined, 'size is required: it must be small or large'],
  ['huge', 'size must be small or large'],
  [null, 'size must be small or large'],
  ['', 'size must be small or large'],
  [0, 'size must be small or large'],
])('has for %p a message with the field and the rule', (given, message) => {
  expect(errorOf(given)).toMatchObject({ code: 'invalid_size', name: 'InvalidValue', message });
});

it('does not contain the invalid value', () => {
  expect(inspect(errorOf('a secret'))).not.toContain('a secret');
});
