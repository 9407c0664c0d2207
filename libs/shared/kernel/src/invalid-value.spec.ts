import { inspect } from 'node:util';
import { InvalidValue } from './invalid-value.ts';

it('has a message with the field and the rule', () => {
  expect(new InvalidValue('invalid_size', 'size', 'huge', 'small or large')).toMatchObject({
    code: 'invalid_size',
    message: 'size must be small or large',
  });
});

it('says that a missing field is required', () => {
  const { message } = new InvalidValue('invalid_size', 'size', undefined, 'small or large');
  expect(message).toBe('size is required: it must be small or large');
});

it.each([null, '', 0, false])('does not treat %p as missing', (given) => {
  expect(new InvalidValue('invalid_size', 'size', given, 'small or large').message).toBe('size must be small or large');
});

it('does not contain the invalid value', () => {
  expect(inspect(new InvalidValue('invalid_size', 'size', 'a secret', 'small or large'))).not.toContain('a secret');
});
