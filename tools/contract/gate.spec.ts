import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breaksBetween, problemsOf, releaseProblems } from './gate.ts';

/** A parsed document, which the tests edit without types. */
type Editable = ReturnType<typeof JSON.parse>;
type Planted = readonly [what: string, operation: string, name: string, edit: (document: Editable) => unknown];

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const cat = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' }, kind: { type: 'string' } },
};
const error = json({ type: 'object', properties: { code: { type: 'string', enum: ['cat_not_found'] } } });
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100, default: 20 } };
const colour = { name: 'colour', in: 'query', schema: { type: 'string' } };

/** Returns a new document. JSON copies an object that is used twice, so that an edit changes one place. */
const sample = (): Editable => JSON.parse(JSON.stringify(sampleObject));
const sampleObject = {
  openapi: '3.1.0',
  info: { title: 'Cats', version: '1.0.0' },
  servers: [{ url: '/v1' }, { url: '/v2' }],
  paths: {
    '/beta': {
      get: {
        operationId: 'beta',
        'x-stability': 'beta',
        responses: { 200: json({ $ref: '#/components/schemas/Cat' }) },
      },
      post: { operationId: 'newBeta', 'x-stability': 'beta', responses: { 200: {} } },
    },
    '/cats': {
      get: {
        operationId: 'listCats',
        parameters: [colour, limit],
        responses: {
          200: { headers: { Link: { schema: { type: 'string' } } }, ...json({ type: 'array', items: cat }) },
          404: error,
        },
      },
      post: {
        operationId: 'createCat',
        requestBody: json({
          ...cat,
          properties: { ...cat.properties, kind: { type: 'string', enum: ['wild', 'tame'] } },
        }),
        responses: { 201: json(cat), 202: {} },
      },
      delete: { operationId: 'deleteCats', deprecated: true, 'x-sunset': '2028-05-01', responses: { 204: {} } },
    },
    '/cats/{id}': {
      get: { operationId: 'getCat', responses: { 200: json({ $ref: '#/components/schemas/Cat' }) } },
      put: { operationId: 'putCat', responses: { 200: {} } },
      patch: { operationId: 'patchCat', deprecated: true, 'x-sunset': '2028-05-01', responses: { 200: {} } },
      delete: { operationId: 'deleteCat', deprecated: true, 'x-sunset': '2028-05-01', responses: { 204: {} } },
    },
  },
  components: { schemas: { Cat: cat } },
};

const list = (cats: Editable) => cats.paths['/cats'].get;
const limitOf = (cats: Editable) => list(cats).parameters.at(-1);
const create = (cats: Editable) => cats.paths['/cats'].post;
const one = (cats: Editable) => cats.paths['/cats/{id}'];
const input = (cats: Editable) => create(cats).requestBody.content['application/json'].schema;
const output = (cats: Editable) => cats.components.schemas.Cat.properties;
const inputPlace = 'requestBody/content/application/json/schema';
const outputPlace = 'responses/200/content/application/json/schema';
const limitPlace = 'parameters/limit';
const lateDeprecation = { deprecated: true, 'x-sunset': '2027-12-31' };

const plantedBreaks: readonly Planted[] = [
  ['parameter removed', 'GET /cats', 'parameters/colour', (cats) => list(cats).parameters.shift()],
  ['parameter required', 'GET /cats', `${limitPlace}/required`, (cats) => (limitOf(cats).required = true)],
  ['maximum lowered', 'GET /cats', `${limitPlace}/schema/maximum`, (cats) => (limitOf(cats).schema.maximum = 50)],
  ['default changed', 'GET /cats', `${limitPlace}/schema/default`, (cats) => (limitOf(cats).schema.default = 10)],
  ['security added', 'GET /cats', 'security', (cats) => (list(cats).security = [{ key: [] }])],
  [
    'header removed',
    'GET /cats',
    'responses/200/headers/Link',
    (cats) => delete list(cats).responses[200].headers.Link,
  ],
  [
    'value removed',
    'POST /cats',
    `${inputPlace}/properties/kind/enum`,
    (cats) => input(cats).properties.kind.enum.pop(),
  ],
  ['required body member', 'POST /cats', `${inputPlace}/required`, (cats) => input(cats).required.push('age')],
  ['request member removed', 'POST /cats', `${inputPlace}/properties/age`, (cats) => delete input(cats).properties.age],
  ['status removed', 'POST /cats', 'responses/202', (cats) => delete create(cats).responses[202]],
  ['success status added', 'GET /cats/{id}', 'responses/204', (cats) => (one(cats).get.responses[204] = {})],
  ['unknown keyword', 'POST /cats', 'x-unknown', (cats) => (create(cats)['x-unknown'] = true)],
  ['operation id changed', 'POST /cats', 'operationId', (cats) => (create(cats).operationId = 'addCat')],
  // A beta operation uses the schema first.
  ['response member removed', 'GET /cats/{id}', `${outputPlace}/properties/kind`, (cats) => delete output(cats).kind],
  [
    'type changed',
    'GET /cats/{id}',
    `${outputPlace}/properties/age/type`,
    (cats) => (output(cats).age.type = 'string'),
  ],
  ['stable operation made beta', 'GET /cats/{id}', 'x-stability', (cats) => (one(cats).get['x-stability'] = 'beta')],
  ['operation removed', 'PUT /cats/{id}', 'operation', (cats) => delete one(cats).put],
  ['operation removed before its date', 'DELETE /cats/{id}', 'operation', (cats) => delete one(cats).delete],
  ['removal brought forward', 'PATCH /cats/{id}', 'x-sunset', (cats) => (one(cats).patch['x-sunset'] = '2028-04-30')],
  [
    'required body added',
    'PATCH /cats/{id}',
    'requestBody',
    (cats) => (one(cats).patch.requestBody = { required: true, ...json({}) }),
  ],
  ['deprecated for less than 365 days', 'GET /cats', 'x-sunset', (cats) => Object.assign(list(cats), lateDeprecation)],
  ['server removed', 'document', 'servers/1', ({ servers }) => servers.pop()],
  ['version of the contract changed', 'document', 'info/version', ({ info }) => (info.version = '2.0.0')],
];

describe('breaksBetween', () => {
  const changed = sample();
  for (const [, , , edit] of plantedBreaks) edit(changed);
  const found = breaksBetween(sample(), changed, '2027-01-01').map(({ operation, name }) => `${operation}, ${name}`);

  it.each(plantedBreaks)('reports: %s', (_, operation, name) => {
    expect(found).toContain(`${operation}, ${name}`);
  });

  it('reports each break once, and nothing else', () => {
    expect(found).toHaveLength(plantedBreaks.length);
  });

  it('accepts harmless changes, changes of beta operations, and the removal of an operation on its date', () => {
    const harmless = sample();
    delete harmless.paths['/cats'].delete;
    delete harmless.paths['/cats/{id}'].delete;
    delete harmless.paths['/beta'].get;
    harmless.paths['/beta'].post.operationId = 'other';
    harmless.paths['/cats/{id}'].patch['x-sunset'] = '2029-01-01';
    harmless.paths['/dogs'] = { get: { operationId: 'listDogs', responses: { 200: {} } } };
    Object.assign(list(harmless), { summary: 'Lists cats.', deprecated: true, 'x-sunset': '2029-05-01' });
    list(harmless).parameters.push({ name: 'age', in: 'query', schema: { type: 'integer' } });
    list(harmless).parameters[1].schema.maximum = 200;
    list(harmless).responses[404].content['application/json'].schema.properties.code.enum.push('dog_not_found');
    list(harmless).responses[429] = error;
    list(harmless).responses[200].headers['X-Request-Id'] = { schema: { type: 'string' } };
    harmless.components.schemas.Cat.properties.colour = { type: 'string' };
    expect(breaksBetween(sample(), harmless, '2028-05-01')).toEqual([]);
  });
});

describe('problemsOf', () => {
  const found = { operation: 'GET /cats', name: 'parameters/colour', message: 'Parameter `colour` was removed.' };
  const { message, ...place } = found;
  const text = `GET /cats, parameters/colour: ${message}`;

  it.each([
    ['a break without an entry', [found, found], [], [text]],
    ['a break with an entry without a reason', [found], [{ ...place, reason: '' }], [text]],
    [
      'a break with an entry for another place',
      [found],
      [{ ...place, name: 'security', reason: 'A test.' }],
      [text, 'GET /cats, security: is in intended-breaks.json, but breaks nothing.'],
    ],
    ['no break with an entry', [found], [{ ...place, reason: 'A test.' }], []],
  ])('returns %s', (_, breaks, intended, problems) => {
    expect(problemsOf(breaks, intended)).toEqual(problems);
  });
});

describe('releaseProblems', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'contract-releases-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  function write(path: string, content: unknown): void {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }

  it('compares the dates of operations with the dates of the releases, also of a release in preparation', () => {
    const [first, second] = [
      { version: '1.0.0', date: '2027-01-01' },
      { version: '1.1.0', date: '2028-05-01' },
    ];
    const changed = sample();
    delete changed.paths['/cats'].delete;
    write('docs/releases/1.0.0/openapi.yaml', sample());
    write('apps/api/openapi.yaml', changed);
    write('docs/releases/intended-breaks.json', []);
    write('docs/releases/releases.json', [first]);
    expect(releaseProblems(root)).toEqual([expect.stringContaining('DELETE /cats, operation: ')]);

    // In preparation: listed, without a folder.
    write('docs/releases/releases.json', [first, second]);
    expect(releaseProblems(root)).toEqual([]);

    // Released.
    cpSync(join(root, 'apps/api'), join(root, 'docs/releases/1.1.0'), { recursive: true });
    write('docs/releases/1.1.0/intended-breaks.json', []);
    expect(releaseProblems(root)).toEqual([]);

    // Released a day before the operation may be removed.
    write('docs/releases/releases.json', [first, { ...second, date: '2028-04-30' }]);
    expect(releaseProblems(root)).toEqual([expect.stringContaining('DELETE /cats, operation: ')]);
  });

  it('compares openapi.beta.yaml with openapi.yaml of the last release, if that has no openapi.beta.yaml', () => {
    const [contract, beta] = [sample(), sample()];
    delete contract.paths['/beta'];
    delete beta.paths['/cats'].post.operationId;
    write('docs/releases/1.0.0/openapi.yaml', contract);
    write('apps/api/openapi.yaml', contract);
    write('apps/api/openapi.beta.yaml', beta);
    write('docs/releases/intended-breaks.json', []);
    write('docs/releases/releases.json', [{ version: '1.0.0', date: '2027-01-01' }]);
    expect(releaseProblems(root)).toEqual([expect.stringContaining('POST /cats, operationId: ')]);
  });

  it('finds none in this repository', () => {
    const problems = releaseProblems();
    // An Error shows the texts as they are. A comparison would escape them.
    if (problems.length > 0) {
      throw new Error(
        `Undo these changes, or give a reason in docs/releases/intended-breaks.json:\n${problems.join('\n')}`,
      );
    }
  });
});

it('the version ends in -dev while CHANGELOG.md has unreleased changes, and is that of a release otherwise', () => {
  const text = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
  const { version } = JSON.parse(text('package.json')) as { version: string };
  const releases = JSON.parse(text('docs/releases/releases.json')) as { version: string }[];
  const isReleased = !/^## Unreleased$/m.test(text('CHANGELOG.md'));
  // With the version, so that a failure shows it.
  expect([version, version.endsWith('-dev')]).toEqual([version, !isReleased]);
  expect([version, releases.some((release) => release.version === version)]).toEqual([version, isReleased]);
});
