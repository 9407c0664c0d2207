import fc, { type Arbitrary } from 'fast-check';
import { resolveReference, type Schema } from '@petstore/contract';
import { document } from '../document-watch.ts';
import { fraction, integerAgainst, integerFor, spelled } from './integers.ts';
import { anyText, textAgainst, textFor } from './text.ts';

/** JSON as it is sent, and what it means: its integers as bigints. */
export interface Sent {
  readonly text: string;
  readonly means: unknown;
}

/** JSON that breaks its schema in one known place. */
export interface Broken {
  readonly fault: string;
  readonly text: string;
}

/** A schema with its references followed, its parts put together. */
export function plain(schema: Schema): Schema {
  const { allOf = [], ...own } = resolveReference<Schema>(document, schema);
  return Object.assign({}, ...allOf.map(plain), own);
}

/** JSON that is valid by the schema. */
export function validFor(schema: Schema): Arbitrary<Sent> {
  const { type, properties = {}, required = [], ...rest } = plain(schema);
  if (type === 'string') return textFor(rest).chain(quoted);
  if (type === 'integer') return integerFor(rest).chain(spelled);
  if (type !== 'object') throw new Error(`nobody has yet told how to draw a ${type}`);
  const members = Object.entries(properties).map(([name, property]) => ({ name, value: validFor(property) }));
  const known = members.map(({ name, value }) => {
    const member = value.map((sent) => [name, sent] as const);
    return required.includes(name) ? member : fc.option(member, { nil: undefined });
  });
  return fc.tuple(fc.tuple(...known), unknownMembers(Object.keys(properties))).chain(([own, others]) => {
    const told = own.filter((member) => member !== undefined);
    const means = Object.fromEntries(told.map(([name, { means }]) => [name, means]));
    return objectText([...told.map(([name, { text }]) => [name, text] as const), ...others], means);
  });
}

/** JSON that is not valid by the schema, each for one reason. */
export function brokenFor(schema: Schema): Arbitrary<Broken> {
  const { type, properties = {}, required = [], ...rest } = plain(schema);
  const wrongType = anyJson.filter((text) => typeOf(text) !== type).map((text) => ({ fault: 'wrong type', text }));
  if (type === 'string') {
    const faults = textAgainst(rest).map(([fault, text]) =>
      text.chain(quoted).map((sent) => ({ fault, text: sent.text })),
    );
    return fc.oneof(wrongType, ...(rest.enum ? [] : [loneSurrogate]), ...faults);
  }
  if (type === 'integer') {
    const past = integerAgainst(rest).chain(spelled);
    return fc.oneof(
      wrongType,
      past.map(({ text }) => ({ fault: 'out of range', text })),
      fraction(rest).map((text) => ({ fault: 'fraction', text })),
    );
  }
  const without = required.map((name) => membersBut(name, properties).map((text) => ({ fault: `no ${name}`, text })));
  const faulty = Object.entries(properties).map(([name, property]) =>
    fc.tuple(brokenFor(property), membersBut(name, properties)).map(([{ fault, text }, others]) => ({
      fault: `${name}: ${fault}`,
      text: `{${JSON.stringify(name)}:${text}${others === '{}' ? '' : ','}${others.slice(1)}`,
    })),
  );
  return fc.oneof(wrongType, ...without, ...faulty);
}

/** An object with all properties as they should be, less one. */
function membersBut(left: string, properties: Readonly<Record<string, Schema>>): Arbitrary<string> {
  const others = Object.entries(properties).filter(([name]) => name !== left);
  return fc
    .tuple(...others.map(([name, property]) => validFor(property).map(({ text }) => `${JSON.stringify(name)}:${text}`)))
    .map((members) => `{${members.join(',')}}`);
}

/** No schema can tell of these, since they are no text; the document does, in words. */
const loneSurrogate = fc
  .tuple(anyText, fc.constantFrom('\\ud800', '\\uDBFF', '\\udc00', '\\uDFFF'), fc.constantFrom('', 'Rex', '\\ud7ff'))
  .map(([before, half, after]) => ({
    fault: 'a lone surrogate',
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

/** A string in quotation marks, some of its characters escaped that need not be. */
function quoted(text: string): Arbitrary<Sent> {
  const escaped = text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return fc
    .constantFrom(JSON.stringify(text), JSON.stringify(text), `"${escaped}"`)
    .map((json) => ({ text: json, means: text }));
}

function unknownMembers(known: string[]): Arbitrary<[name: string, text: string][]> {
  const names = fc.oneof(anyText, fc.constantFrom('id', '__proto__', 'constructor', 'toString', 'then'));
  const member = fc.tuple(
    names.filter((name) => !known.includes(name)),
    anyJson,
  );
  return fc.oneof({ weight: 2, arbitrary: fc.constant<[string, string][]>([]) }, fc.array(member, { maxLength: 3 }));
}

/** The members in any order, with white space between; a member given before its own is overruled by it. */
function objectText(members: (readonly [string, string])[], means: unknown): Arbitrary<Sent> {
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
  const overruled = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    fc.constant(members.slice(0, 1).map(([name]) => [name, 'null'] as const)),
  );
  return fc
    .tuple(fc.shuffledSubarray(members, { minLength: members.length }), overruled, space)
    .map(([own, before, gap]) => {
      const texts = [...before, ...own].map(
        ([name, text]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${text}${gap}`,
      );
      return { text: `${gap}{${texts.join(',')}${gap}}${gap}`, means };
    });
}
