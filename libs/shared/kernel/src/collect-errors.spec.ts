import { collectErrors } from './collect-errors.ts';
import { InvalidValue } from './invalid-value.ts';

const failingParser = (field: string) => (): never => {
  throw new InvalidValue('invalid_text', field, '', 'some text');
};

const combine = (errors: readonly Error[]) => new Error(errors.map(({ message }) => message).join('; '));

it('returns the results of the parsers', () => {
  const values: { a: number; b: string | undefined } = collectErrors({ a: () => 1, b: () => undefined }, combine);
  expect(values).toEqual({ a: 1, b: undefined });
});

it('calls every parser once, also after another parser has failed', () => {
  const parser = jest.fn(() => 1);
  expect(() => collectErrors({ a: failingParser('a'), b: parser }, combine)).toThrow(Error);
  expect(parser).toHaveBeenCalledTimes(1);
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
  const spy = jest.fn(combine);
  expect(() => collectErrors({ a: failingParser('a'), b: broken }, spy)).toThrow(TypeError);
  expect(spy).not.toHaveBeenCalled();
});
