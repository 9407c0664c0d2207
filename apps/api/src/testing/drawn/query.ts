import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Schema } from '@petstore/contract';
import { plain } from './json.ts';
import { fraction, integerAgainst, integerFor, spelled } from './integers.ts';
import { anyText, textAgainst, textFor } from './text.ts';

type Pair = readonly [name: string, value: string];

interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}

function parametersOf({ parameters = [] }: Operation): Parameter[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return inQuery.map(({ name, schema }) => ({ name, schema: plain(schema) }));
}

/** A string about which the schema says nothing is opaque: it is made by the service alone, and never by a client. */
const isOpaque = ({ schema }: Parameter) => schema.type === 'string' && !schema.enum && !schema.pattern;

/** Some of the operation's parameters, each valid, in any order, among some that it does not have. */
export function validQuery(operation: Operation): Arbitrary<string> {
  const parameters = parametersOf(operation);
  const known = parameters
    .filter((parameter) => !isOpaque(parameter))
    .map(({ name, schema }) => pair(name, valueFor(schema)));
  const unknown = fc.oneof(anyText, fc.constantFrom(...parameters.map(({ name }) => `${name}[]`), '__proto__', ''));
  const others = pair(
    unknown.filter((name) => parameters.every((parameter) => parameter.name !== name)),
    anyText,
  );
  return fc
    .tuple(fc.tuple(...known.map((one) => fc.option(one))), fc.array(others, { maxLength: 2 }))
    .chain(([own, more]) => {
      const pairs = [...own.filter((one) => one !== null), ...more];
      return fc.shuffledSubarray(pairs, { minLength: pairs.length });
    })
    .map(written);
}

/** One of the operation's parameters wrong, the others valid or absent. */
export function brokenQuery(operation: Operation): Arbitrary<string> {
  const parameters = parametersOf(operation);
  const faulty = parameters.map((parameter) => {
    const { name, schema } = parameter;
    const value = valueFor(schema);
    const twice = fc.tuple(value, value).map(([one, other]): Pair[] => [
      [name, one],
      [name, other],
    ]);
    const once = valueAgainst(schema).map((text): Pair[] => [[name, text]]);
    const others = parameters.filter((other) => other !== parameter && !isOpaque(other));
    const valid = fc.tuple(...others.map((other) => fc.option(pair(other.name, valueFor(other.schema)))));
    return fc
      .tuple(fc.oneof({ weight: 4, arbitrary: once }, twice), valid)
      .map(([wrong, right]) => written([...wrong, ...right.filter((one) => one !== null)]));
  });
  return fc.oneof(...faulty);
}

function valueFor(schema: Schema): Arbitrary<string> {
  return schema.type === 'integer' ? integerFor(schema).map(String) : textFor(schema);
}

function valueAgainst(schema: Schema): Arbitrary<string> {
  if (schema.type !== 'integer') {
    const other = anyText.filter((text) => !schema.enum?.includes(text));
    return fc.oneof(other, ...textAgainst(schema).map(([, text]) => text));
  }
  const noInteger = anyText.filter((text) => !/^-?\d+$/.test(text));
  // In an address an integer is plain digits: what JSON also calls one is none here.
  const odd = integerFor(schema).chain((value) =>
    spelled(value)
      .map(({ text }) => text)
      .filter((text) => text !== String(value)),
  );
  const past = integerAgainst(schema).map(String);
  return fc.oneof(
    past,
    fraction(schema),
    odd,
    noInteger,
    integerFor(schema).map((value) => `0${value}`),
  );
}

function pair(name: string | Arbitrary<string>, value: Arbitrary<string>): Arbitrary<Pair> {
  return fc.tuple(typeof name === 'string' ? fc.constant(name) : name, value);
}

function written(pairs: readonly Pair[]): string {
  const parts = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
