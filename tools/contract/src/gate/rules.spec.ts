import { changesBetween, unclassified } from './classify.ts';
import { buildModel } from './model/build-model.ts';
import { rules } from './rules/rules.ts';
import { changesAfter } from './testing/changes.ts';
import { plantedChanges, type PlantedChange } from './testing/planted-changes.ts';
import { plantedSchemaChanges } from './testing/planted-schema-changes.ts';
import { sampleDocument, type Editable } from './testing/sample-document.ts';

const post = ({ paths }: Editable) => paths['/samples'].post;

/** The changes of a schema, once in a request and once in a response. */
const directed = plantedSchemaChanges.flatMap(({ rule, edit, request, response }) => [
  named(edit, {
    rule: `request-${rule}`,
    severity: request,
    edit: (document) => edit(post(document).requestBody.content['application/json'].schema),
  }),
  named(edit, {
    rule: `response-${rule}`,
    severity: response,
    edit: (document) => edit(post(document).responses['201'].content['application/json'].schema),
  }),
]);
const all = [...plantedChanges.map((planted) => named(planted.edit, planted)), ...directed];

describe('planted changes', () => {
  it.each(all)('%s', async (_, planted) => {
    const { rule, severity, also = [], isBeta = false } = planted;
    const changes = await changesAfter(planted.edit, planted);
    expect(changes.map((change) => change.rule).sort()).toEqual([rule, ...also].sort());
    expect(changes.find((change) => change.rule === rule)).toMatchObject({ severity, isBeta });
  });

  it('exist for each rule', () => {
    const planted = new Set(all.map(([, { rule }]) => rule));
    expect([...rules, unclassified].map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([]);
  });
});

it('each rule has a different id, and a consequence if it is not compatible', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  const incomplete = rules.filter(({ severity, consequence }) => (severity === 'compatible') === Boolean(consequence));
  expect(incomplete.map(({ id }) => id)).toEqual([]);
});

it('reports nothing for equal documents, also if members and items have another order', async () => {
  const model = await buildModel(sampleDocument());
  const reordered = await buildModel(reversed(sampleDocument()));
  expect(changesBetween(model, reordered, '2026-11-22')).toEqual([]);
});

/** Names the test after the rule and the source of the edit. */
function named(edit: (part: Editable) => void, planted: PlantedChange): [string, PlantedChange] {
  return [`${planted.rule}: ${edit.toString().replace(/\s+/g, ' ')}`, planted];
}

/** Reverses the members of all objects, and the lists whose order has no meaning. */
function reversed(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => reversed(item));
    return ['parameters', 'required', 'enum', 'tags', 'servers', 'security', 'bearer'].includes(key)
      ? items.reverse()
      : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member, name)]),
  );
}
