import { collectFaults } from './collect-faults.ts';
import { InvalidValue } from './invalid-value.ts';

const invalid = (field: string) => (): never => {
  throw new InvalidValue('invalid_text', field, '', 'some text');
};

const refuse = (faults: readonly Error[]) => new Error(faults.map(({ message }) => message).join('; '));

it('returns the parsed values', () => {
  const values: { a: number; b: string | undefined } = collectFaults({ a: () => 1, b: () => undefined }, refuse);
  expect(values).toEqual({ a: 1, b: undefined });
});

it('calls every parser once, also after a fault', () => {
  const parser = jest.fn(() => 1);
  expect(() => collectFaults({ a: invalid('a'), b: parser }, refuse)).toThrow(Error);
  expect(parser).toHaveBeenCalledTimes(1);
});

it('throws all faults together, in the order of the parsers', () => {
  expect(() => collectFaults({ b: invalid('b'), ok: () => 1, a: invalid('a') }, refuse)).toThrow(
    new Error('b must be some text; a must be some text'),
  );
});

it('does not treat another error as a fault', () => {
  const broken = () => {
    throw new TypeError('broken');
  };
  const collect = jest.fn(refuse);
  expect(() => collectFaults({ a: invalid('a'), b: broken }, collect)).toThrow(TypeError);
  expect(collect).not.toHaveBeenCalled();
});
