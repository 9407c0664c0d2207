import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { changesBetween, type Change } from './classify.ts';
import { buildModel } from './model/build-model.ts';

type Schema = Readonly<Record<string, unknown>>;

const number = fc.integer({ min: 0, max: 4 });
const types = fc.uniqueArray(fc.constantFrom('string', 'integer', 'number', 'null', 'boolean', 'array'), {
  minLength: 1,
});
const alternatives = fc.array(
  types.map((type) => ({ title: type.join(), type })),
  { minLength: 1, maxLength: 3 },
);
/** Keywords with small values, so that a few instances decide between them. */
const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  type: fc.oneof(
    types,
    types.map(([first]) => first),
  ),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: fc.integer({ min: 1, max: 4 }),
  minLength: number,
  maxLength: number,
  pattern: fc.constantFrom('a', '^a', 'a$', 'b'),
  minItems: number,
  maxItems: number,
  uniqueItems: fc.boolean(),
  items: fc.oneof(
    fc.boolean(),
    types.map((type) => ({ type })),
  ),
  enum: fc.uniqueArray(fc.constantFrom(0, 1, 2, 'a', 'ab', null), { minLength: 1 }),
  const: fc.constantFrom(0, 1, 'a', null),
  anyOf: alternatives,
  oneOf: alternatives,
  allOf: fc.array(
    fc.oneof(
      number.map((maximum) => ({ maximum })),
      types.map((type) => ({ type })),
    ),
    { minLength: 1, maxLength: 2 },
  ),
};
const keyword = fc.constantFrom(...Object.keys(keywords)).chain((key) => fc.tuple(fc.constant(key), keywords[key]!));
/** Few keywords, because those of a schema with many contradict each other. */
const schema: fc.Arbitrary<Schema> = fc
  .array(keyword, { maxLength: 2 })
  .map((entries) => Object.fromEntries(entries) as Schema);
/** A schema, and the same schema with one keyword added, changed or removed. */
const edit = fc.tuple(schema, keyword, fc.boolean()).map(([before, [key, value], isRemoved]) => {
  const after: Record<string, unknown> = { ...before, [key]: value };
  if (isRemoved) Reflect.deleteProperty(after, key);
  return [before, after] as const;
});

const instances = [
  ...[0, 1, 2, 3, 4, 5, 0.5, 1.5, -1, null, true, '', 'a', 'b', 'ab', 'ba', 'aba', 'aaaa', 'bbbbb'],
  ...[[], [0], ['a'], [0, 0], [0, 'a'], [null, 1, 'b'], [1, 2, 3, 4], [1, 2, 3, 4, 5]],
];
const ajv = new Ajv2020({ strict: false });

function validInstances(value: Schema): ReadonlySet<unknown> {
  const validate = ajv.compile(value);
  return new Set(instances.filter((instance) => validate(instance)));
}

async function changes(before: Schema, after: Schema): Promise<Change[]> {
  const model = (value: Schema) => {
    const content = { 'application/json': { schema: value } };
    return buildModel({ paths: { '/a': { post: { requestBody: { content }, responses: { '200': { content } } } } } });
  };
  return changesBetween(await model(before), await model(after), '2026-11-22');
}

it('calls no change compatible that makes a request invalid, or a new response valid, according to Ajv', async () => {
  const property = fc.asyncProperty(edit, async ([before, after]) => {
    const [valid, validAfter] = [validInstances(before), validInstances(after)];
    const found = await changes(before, after);
    const breaks = (direction: string) =>
      found.some(({ severity, places }) => severity === 'breaking' && places[0]?.direction === direction);
    if (instances.some((instance) => valid.has(instance) && !validAfter.has(instance))) {
      expect(breaks('request')).toBe(true);
    }
    if (instances.some((instance) => !valid.has(instance) && validAfter.has(instance))) {
      expect(breaks('response')).toBe(true);
    }
  });
  await fc.assert(property, { numRuns: 300 });
});
