import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseDocument } from '../document.ts';
import { changesBetween } from './classify.ts';
import { buildModel } from './model/build-model.ts';
import { readReleases, releasesFolder, workspace } from './releases.ts';
import { sampleDocument, type Editable } from './testing/sample-document.ts';

const today = '2026-11-22';
const release = readReleases().at(-1)!.version;
const released = parseDocument(readFileSync(join(workspace, releasesFolder, release, 'openapi.yaml'), 'utf8'));
const documents: readonly (() => Editable)[] = [sampleDocument, () => structuredClone(released)];

/** The ways to an object or list in the document, and to each of its members. */
function placesIn(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return [path];
  return [path, ...Object.entries(node).flatMap(([key, member]) => placesIn(member, [...path, key]))];
}
const places = documents.map((document) => placesIn(document()).filter((path) => path.length > 0));

/** A value that no document contains. */
const newValue = fc.oneof(
  fc.string({ minLength: 6, maxLength: 8 }).map((text) => `new ${text}`),
  fc.integer({ min: 1_000, max: 1_000_000 }),
  fc.record({ added: fc.string() }),
);
const newKey = fc.constantFrom('newKeyword', 'x-new', 'nullable', '$vocabulary', 'unevaluatedItems', 'not', 'if');

type Edit =
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'delete' }
  | { readonly kind: 'add'; readonly key: string; readonly value: unknown };
const edit: fc.Arbitrary<Edit> = fc.oneof(
  newValue.map((value) => ({ kind: 'replace', value }) as const),
  fc.constant({ kind: 'delete' } as const),
  fc.record({ kind: fc.constant('add' as const), key: newKey, value: newValue }),
);

/** Applies the edit at the path. Returns false if it changes nothing. */
function apply(document: Editable, path: readonly string[], { kind, ...change }: Edit): boolean {
  const key = path.at(-1)!;
  let parent = document;
  for (const step of path.slice(0, -1)) parent = parent[step];
  if (kind === 'delete') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
    return true;
  }
  const { value } = change as { value: unknown };
  if (kind === 'replace') {
    parent[key] = value;
    return true;
  }
  const target = parent[key];
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return false;
  target[(change as { key: string }).key] = value;
  return true;
}

const anyEdit = fc
  .nat({ max: documents.length - 1 })
  .chain((index) => fc.tuple(fc.constant(index), fc.constantFrom(...places[index]!), edit));
const models = documents.map((document) => buildModel(document()));

it('reports a random edit anywhere in a document, or refuses the document', async () => {
  const property = fc.asyncProperty(anyEdit, async ([index, path, change]) => {
    const document = documents[index]!();
    fc.pre(apply(document, path, change));
    let model;
    try {
      model = await buildModel(document);
    } catch (error) {
      expect(String(error)).toContain('reference');
      return;
    }
    expect(changesBetween(await models[index]!, model, today)).not.toEqual([]);
  });
  await fc.assert(property, { numRuns: 200 });
});

/** The objects in which each key is a keyword, by the end of their path. Other objects have names or values as keys. */
const keywordObjects: readonly RegExp[] = [
  /^(?:info|servers \d+|paths [^ ]+ (?:get|post|patch))$/,
  / (?:parameters \d+|requestBody|responses \d+)$/,
  /^paths [^ ]+ \w+ responses \d+ (?:headers [^ ]+|content [^ ]+)$/,
  /^(?:paths .*|components (?:headers|parameters) [^ ]+) schema$/,
  /^components (?:securitySchemes|headers) [^ ]+$/,
];

it('calls an unknown keyword anywhere in the document breaking', async () => {
  for (const [index, paths] of places.entries()) {
    const found = keywordObjects.flatMap((pattern) => paths.filter((path) => pattern.test(path.join(' '))).slice(0, 8));
    expect(found.length).toBeGreaterThan(20);
    for (const path of found) {
      const document = documents[index]!();
      if (!apply(document, path, { kind: 'add', key: 'newKeyword', value: 1 })) continue;
      const changes = changesBetween(await models[index]!, await buildModel(document), today);
      expect([path, changes.map(({ rule, severity }) => `${severity} ${rule}`)]).toEqual([
        path,
        expect.arrayContaining(['breaking unclassified-change']),
      ]);
    }
  }
});
