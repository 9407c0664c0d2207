import type { Schema } from '@petstore/contract';
import fc, { type Arbitrary } from 'fast-check';
import { fractionLiteral, integerLiteral, outOfRangeInteger, validInteger } from './integers.ts';
import { anyText, invalidText, validText } from './text.ts';

/** A JSON text and its value. Integers of the value are bigints. */
export interface JsonText {
  readonly text: string;
  readonly value: unknown;
}

/** A JSON text that violates its schema in one place. */
export interface InvalidJson {
  readonly violation: string;
  readonly text: string;
}

/** Generates JSON that is valid against the flat schema. */
export function validJson({ type, properties = {}, required = [], ...rest }: Schema): Arbitrary<JsonText> {
  if (type === 'string') return validText(rest).chain(stringLiteral);
  if (type === 'integer') return validInteger(rest).chain(integerLiteral);
  if (type !== 'object') throw new Error(`JSON of type ${type} cannot be generated yet`);
  const members = Object.entries(properties).map(([name, property]) => {
    const member = validJson(property).map((json) => [name, json] as const);
    return required.includes(name) ? member : fc.option(member, { nil: undefined });
  });
  return fc.tuple(fc.tuple(...members), unknownMembers(Object.keys(properties))).chain(([known, unknown]) => {
    const present = known.filter((member) => member !== undefined);
    const value = Object.fromEntries(present.map(([name, json]) => [name, json.value]));
    return objectLiteral([...present.map(([name, { text }]) => [name, text] as const), ...unknown], value);
  });
}

/** Generates JSON that violates the flat schema in one place. */
export function invalidJson({ type, properties = {}, required = [], ...rest }: Schema): Arbitrary<InvalidJson> {
  const wrongType = anyJson.filter((text) => typeOf(text) !== type).map((text) => ({ violation: 'wrong type', text }));
  if (type === 'string') {
    const violations = invalidText(rest).map(([violation, text]) =>
      text.chain(stringLiteral).map((json) => ({ violation, text: json.text })),
    );
    return fc.oneof(wrongType, ...(rest.enum ? [] : [loneSurrogate]), ...violations);
  }
  if (type === 'integer') {
    return fc.oneof(
      wrongType,
      outOfRangeInteger(rest)
        .chain(integerLiteral)
        .map(({ text }) => ({ violation: 'out of range', text })),
      fractionLiteral(rest).map((text) => ({ violation: 'fraction', text })),
    );
  }
  const withoutRequired = required.map((name) =>
    objectWithout(name, properties).map((text) => ({ violation: `no ${name}`, text })),
  );
  const withInvalidMember = Object.entries(properties).map(([name, property]) =>
    fc.tuple(invalidJson(property), objectWithout(name, properties)).map(([{ violation, text }, others]) => ({
      violation: `${name}: ${violation}`,
      text: `{${JSON.stringify(name)}:${text}${others === '{}' ? '' : ','}${others.slice(1)}`,
    })),
  );
  return fc.oneof(wrongType, ...withoutRequired, ...withInvalidMember);
}

/** Generates objects with valid values of all properties except one. */
function objectWithout(omitted: string, properties: Readonly<Record<string, Schema>>): Arbitrary<string> {
  const others = Object.entries(properties).filter(([name]) => name !== omitted);
  return fc
    .tuple(
      ...others.map(([name, property]) => validJson(property).map(({ text }) => `${JSON.stringify(name)}:${text}`)),
    )
    .map((members) => `{${members.join(',')}}`);
}

/** Generates strings with a lone surrogate. They are invalid for every schema, because they are not Unicode text. */
const loneSurrogate = fc
  .tuple(anyText, fc.constantFrom('\\ud800', '\\uDBFF', '\\udc00', '\\uDFFF'), fc.constantFrom('', 'Rex', '\\ud7ff'))
  .map(([before, half, after]) => ({
    violation: 'a lone surrogate',
    text: JSON.stringify(before).slice(0, -1) + half + after + '"',
  }));

export const anyJson = fc.oneof(
  fc.json({ stringUnit: 'binary' }),
  fc.constantFrom('null', 'true', '"1"', '[]', '{}', '0'),
);

function typeOf(json: string): string {
  const value: unknown = JSON.parse(json);
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Generates literals of the string, either with only the necessary escapes or with every UTF-16 code unit escaped. */
function stringLiteral(value: string): Arbitrary<JsonText> {
  const escaped = value.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return fc.constantFrom(JSON.stringify(value), JSON.stringify(value), `"${escaped}"`).map((text) => ({ text, value }));
}

function unknownMembers(known: string[]): Arbitrary<[name: string, text: string][]> {
  const names = fc.oneof(anyText, fc.constantFrom('id', '__proto__', 'constructor', 'toString', 'then'));
  const member = fc.tuple(
    names.filter((name) => !known.includes(name)),
    anyJson,
  );
  return fc.oneof({ weight: 2, arbitrary: fc.constant<[string, string][]>([]) }, fc.array(member, { maxLength: 3 }));
}

/**
 * Generates objects with the members in any order, with white space. Sometimes the first member is preceded by a duplicate with
 * the value null, which the parser must ignore.
 */
function objectLiteral(members: (readonly [string, string])[], value: unknown): Arbitrary<JsonText> {
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
  const duplicates = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    fc.constant(members.slice(0, 1).map(([name]) => [name, 'null'] as const)),
  );
  return fc
    .tuple(fc.shuffledSubarray(members, { minLength: members.length }), duplicates, space)
    .map(([shuffled, before, gap]) => {
      const texts = [...before, ...shuffled].map(
        ([name, text]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${text}${gap}`,
      );
      return { text: `${gap}{${texts.join(',')}${gap}}${gap}`, value };
    });
}
