import type { Operation, Schema } from '@petstore/contract';
import fc, { type Arbitrary } from 'fast-check';
import { parametersIn } from './flatten-schemas.ts';
import { fractionLiteral, integerLiteral, outOfRangeInteger, validInteger } from './integers.ts';
import { anyText, invalidText, validText } from './text.ts';

type Pair = readonly [name: string, value: string];

/** Whether the schema does not restrict the text. Only the service creates valid values of such a parameter, such as cursors. */
const isOpaque = ({ schema }: { readonly schema: Schema }) =>
  schema.type === 'string' && !schema.enum && !schema.pattern;

/** Generates query strings with valid values of some of the operation's parameters and with unknown parameters, in any order. */
export function validQuery(operation: Operation): Arbitrary<string> {
  const parameters = parametersIn('query', operation);
  const known = parameters
    .filter((parameter) => !isOpaque(parameter))
    .map(({ name, schema }) => pair(name, validValue(schema)));
  const unknownName = fc.oneof(anyText, fc.constantFrom(...parameters.map(({ name }) => `${name}[]`), '__proto__', ''));
  const unknown = pair(
    unknownName.filter((name) => parameters.every((parameter) => parameter.name !== name)),
    anyText,
  );
  return fc
    .tuple(fc.tuple(...known.map((one) => fc.option(one))), fc.array(unknown, { maxLength: 2 }))
    .chain(([present, others]) => {
      const pairs = [...present.filter((one) => one !== null), ...others];
      return fc.shuffledSubarray(pairs, { minLength: pairs.length });
    })
    .map(queryText);
}

/** Generates query strings in which one of the operation's parameters is invalid and the others are valid or absent. */
export function invalidQuery(operation: Operation): Arbitrary<string> {
  const parameters = parametersIn('query', operation);
  const withInvalidParameter = parameters.map((parameter) => {
    const { name, schema } = parameter;
    const value = validValue(schema);
    const twice = fc.tuple(value, value).map(([one, other]): Pair[] => [
      [name, one],
      [name, other],
    ]);
    const once = invalidValue(schema).map((text): Pair[] => [[name, text]]);
    const others = parameters.filter((other) => other !== parameter && !isOpaque(other));
    const valid = fc.tuple(...others.map((other) => fc.option(pair(other.name, validValue(other.schema)))));
    return fc
      .tuple(fc.oneof({ weight: 4, arbitrary: once }, twice), valid)
      .map(([invalid, rest]) => queryText([...invalid, ...rest.filter((one) => one !== null)]));
  });
  return fc.oneof(...withInvalidParameter);
}

function validValue(schema: Schema): Arbitrary<string> {
  return schema.type === 'integer' ? validInteger(schema).map(String) : validText(schema);
}

function invalidValue(schema: Schema): Arbitrary<string> {
  if (schema.type !== 'integer') {
    const other = anyText.filter((text) => !schema.enum?.includes(text));
    return fc.oneof(other, ...invalidText(schema).map(([, text]) => text));
  }
  const notDigits = anyText.filter((text) => !/^-?\d+$/.test(text));
  // In a query an integer consists of plain digits. Other literals of JSON are invalid there.
  const otherLiteral = validInteger(schema).chain((value) =>
    integerLiteral(value)
      .map(({ text }) => text)
      .filter((text) => text !== String(value)),
  );
  return fc.oneof(
    outOfRangeInteger(schema).map(String),
    fractionLiteral(schema),
    otherLiteral,
    notDigits,
    validInteger(schema).map((value) => `0${value}`),
  );
}

function pair(name: string | Arbitrary<string>, value: Arbitrary<string>): Arbitrary<Pair> {
  return fc.tuple(typeof name === 'string' ? fc.constant(name) : name, value);
}

function queryText(pairs: readonly Pair[]): string {
  const parts = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
