import { collectErrors } from './collect-errors.ts';
import { InvalidValue } from './invalid-value.ts';

const failingParser = (field: string) => (): never => {
  throw new InvalidValue('invalid_text', field, '', 'some text');
};

const combine = (errors: readonly Error[]) => new Error(errors.map(({ message }) => message).join('; '));

it('returns the results of the parsers', () => {
  expect(collectErrors({ a: () => 1, b: () => undefined }, combine)).toEqual({ a: 1, b: undefined });
});

it('throws all errors together, in the order of the parsers', () => {
  expect(() => collectErrors({ b: failingParser('b'), ok: () => 1, a: failingParser('a') }, combine)).toThrow(
    new Error('b must be some text; a must be some text'),
  );
});

it('throws an error that is not a DomainError immediately', () => {
  const broken = () => {
    throw new TypeError('broken');
  };
  expect(() => collectErrors({ a: failingParser('a'), b: broken }, combine)).toThrow(TypeError);
});
