import { isForbidden } from './intended-breaks.ts';
import { changesAfter } from './testing/changes.ts';
import type { Editable } from './testing/sample-document.ts';

const operation = ({ paths }: Editable) => paths['/samples'].patch;
const marked = (marks: object) => (document: Editable) => {
  delete operation(document)['x-stability'];
  Object.assign(operation(document), marks);
};

it.each([
  ['x-stability', { 'x-stability': 'beta' }],
  ['x-stability-level', { 'x-stability-level': 'beta' }],
  ['both keys', { 'x-stability': 'beta', 'x-stability-level': 'beta' }],
  ['another unstable level', { 'x-stability-level': 'experimental' }],
])('reports a break of an operation that %s marks as beta, but does not forbid it', async (_, marks) => {
  const prepare = marked(marks);
  for (const edit of [
    (document: Editable) => delete document.paths['/samples'].patch,
    (document: Editable) => (operation(document).requestBody.required = true),
    (document: Editable) => (operation(document).operationId = 'other'),
  ]) {
    const changes = await changesAfter(edit, { prepare });
    expect(changes.map(({ severity, isBeta }) => [severity, isBeta])).toEqual([['breaking', true]]);
    expect(changes.filter(isForbidden)).toEqual([]);
  }
});

it.each([
  ['no mark', {}],
  ['an unknown level', { 'x-stability': 'draft' }],
  ['marks that contradict each other', { 'x-stability': 'beta', 'x-stability-level': 'stable' }],
])('forbids a break of an operation with %s', async (_, marks) => {
  const changes = await changesAfter((document) => (operation(document).operationId = 'other'), {
    prepare: marked(marks),
  });
  expect(changes.filter(isForbidden)).toHaveLength(1);
});

it('forbids to make a stable operation beta, also together with a break', async () => {
  const changes = await changesAfter(
    (document) => Object.assign(operation(document), { 'x-stability': 'beta', operationId: 'other' }),
    {
      prepare: marked({}),
    },
  );
  expect(changes.filter(isForbidden).map(({ rule }) => rule)).toEqual(['operation-id-changed', 'stability-lowered']);
});

it('lets a beta operation become stable in the release that changes it', async () => {
  const changes = await changesAfter((document) => {
    delete operation(document)['x-stability'];
    operation(document).operationId = 'other';
  });
  expect(changes.map(({ rule }) => rule)).toEqual(['operation-id-changed', 'stability-raised']);
  expect(changes.filter(isForbidden)).toEqual([]);
});

it('forbids a change of a schema that beta and stable operations share', async () => {
  const shared = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sample' } } } };
  const changes = await changesAfter((document) => delete document.components.schemas.Sample.properties.free, {
    prepare: (document) => (operation(document).responses['200'] = shared),
  });
  expect(changes.map(({ isBeta, places }) => [isBeta, places.map((place) => place.operation)])).toEqual([
    [false, ['GET /samples']],
    [true, ['PATCH /samples']],
  ]);
});
