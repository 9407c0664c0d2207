import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '@petstore/contract';

/** The text of a JSON number, and its value. */
export interface IntegerLiteral {
  readonly text: string;
  readonly value: bigint;
}

const rangeOfFormat: Readonly<Record<string, readonly [bigint, bigint]>> = { int64: [-(2n ** 63n), 2n ** 63n - 1n] };
/** Doubles cannot represent every integer beyond this value. */
const safe = 2n ** 53n;

function rangeOf({ format = '', minimum, maximum }: Schema): readonly [least: bigint, most: bigint] {
  const [least, most] = rangeOfFormat[format] ?? [-safe, safe];
  return [minimum === undefined ? least : BigInt(minimum), maximum === undefined ? most : BigInt(maximum)];
}

/** Generates integers that are valid against the schema, often near its bounds, near 0 and near ±2^53. */
export function validInteger(schema: Schema): Arbitrary<bigint> {
  const [least, most] = rangeOf(schema);
  const near = [least, 0n, -safe, safe, most].flatMap((edge) => [-2n, -1n, 0n, 1n, 2n].map((step) => edge + step));
  const edges = near.filter((value) => value >= least && value <= most);
  return fc.oneof(fc.constantFrom(...edges), fc.bigInt(least, most));
}

/** Generates integers outside the bounds of the schema, by 1 up to 10^30. */
export function outOfRangeInteger(schema: Schema): Arbitrary<bigint> {
  const [least, most] = rangeOf(schema);
  const step = fc.oneof(fc.constantFrom(1n, 2n, 10n ** 30n), fc.bigInt(1n, 2n ** 70n));
  return fc.oneof(
    step.map((by) => most + by),
    step.map((by) => least - by),
  );
}

/** Generates JSON literals of the value, for 1000: `1000`, `1000.0`, `1e3`, `1.000E+3`, `10000e-1`. For 0 also `-0`. */
export function integerLiteral(value: bigint): Arbitrary<IntegerLiteral> {
  const [sign, digits] = [value < 0n ? '-' : '', String(value).replace('-', '')];
  const significant = digits.replace(/0+$/, '') || '0';
  const zeros = value === 0n ? 0 : digits.length - significant.length;
  const exponent = digits.length - 1;
  const digitsOnly = fc.constant(`${sign}${digits}`);
  const literal = fc.oneof(
    { weight: 3, arbitrary: digitsOnly },
    fc.constantFrom('.0', '.000', 'e0', 'E-0', '.0e+0').map((end) => `${sign}${digits}${end}`),
    fc.constantFrom('e', 'E', 'e+', 'e0').map((e) => `${sign}${significant}${e}${zeros}`),
    fc.constantFrom('e', 'E+').map((e) => `${sign}${digits[0]}.${digits.slice(1)}0${e}${exponent}`),
    fc.nat({ max: value === 0n ? 0 : 20 }).map((more) => `${sign}${digits}${'0'.repeat(more)}e-${more}`),
  );
  return (value === 0n ? fc.oneof(literal, fc.constant('-0')) : literal).map((text) => ({ text, value }));
}

/** Generates literals of numbers that are not integers. Some of them become integers if they are rounded to a double. */
export function fractionLiteral(schema: Schema): Arbitrary<string> {
  const digits = fc.oneof(
    fc.constantFrom('5', '1', '000000000000000000000001'),
    fc.nat().map((tail) => `${tail}1`),
  );
  const whole = validInteger(schema).filter((value) => value > rangeOf(schema)[0]);
  return fc.oneof(
    fc.tuple(whole, digits).map(([value, tail]) => `${value}.${tail}`),
    whole.filter((value) => value !== 0n).map((value) => `${value}1e-1`),
    fc.constantFrom('1e-1', '1e-400', '999999999999999.000000000000001', '-0.1'),
  );
}
