import { exampleViolations, imprecisionsOf, parseDocument } from '@petstore/contract';
import { openApiTexts } from '@petstore/bootstrap';
import { startTestApplication, type Client, type TestApplication } from '../application/test-application.ts';
import { DocumentCheck } from '../check/document-check.ts';
import { expectErrorBody } from '../check/expect-error.ts';
import { lintDocument, unexpectedProblems } from '../check/lint-document.ts';
import { measure, valueOf } from '../metrics/scrape.ts';
import { NoteRepository } from './notes/note-repository.ts';
import { notesApplication, readOnlyToken, token } from './notes-application.ts';

let document: { json: string; yaml: string };
let documentCheck: DocumentCheck;
let application: TestApplication;
let client: Client;

beforeAll(async () => {
  document = await openApiTexts(notesApplication());
  documentCheck = new DocumentCheck(parseDocument(document.yaml), 'the document of the notes');
});

afterEach(() => application?.close());

async function start(repository?: NoteRepository): Promise<void> {
  application = await startTestApplication({ application: notesApplication(repository), documentCheck });
  client = application.authenticated(token);
}

function create(text: string, other: object = {}) {
  return client.post('/v1/notes').send({ text, priority: 3, ...other });
}

it('has a document that the linter accepts', () => {
  const reason = 'The notes exist for tests only: their operations have no descriptions.';
  const exceptions = [
    { rule: 'operation-4xx-problem-details-rfc7807', reason: 'Error bodies are application/json.' },
    { rule: 'operation-description', reason },
    { rule: 'parameter-description', reason },
    { rule: 'scalar-property-missing-example', reason },
  ];
  expect(unexpectedProblems(lintDocument(document.yaml, 'redocly'), exceptions)).toEqual([]);
});

it('has a document that bounds everything except error messages, and whose examples are valid', () => {
  const place = 'components.schemas.Error.properties.message';
  expect(imprecisionsOf(documentCheck.document, [{ place, reason: 'It names all errors of a request.' }])).toEqual([]);
  expect(exampleViolations(documentCheck.document)).toEqual([]);
});

it('creates a note and returns it from its Location', async () => {
  await start();
  const created = await create('Buy hay');
  expect([created.status, created.headers['location']]).toEqual([201, '/v1/notes/1']);
  expect(created.body).toEqual({ id: 1, text: 'Buy hay', priority: 3, colour: 'yellow' });
  const got = await client.get('/v1/notes/1');
  expect(got.body).toEqual(created.body);
  expect(got.headers).toMatchObject({ sunset: 'Fri, 01 Jan 2027 00:00:00 GMT', deprecation: '@1767225600' });
});

it('returns the pages of a filtered list, with links', async () => {
  await start();
  for (const colour of ['green', 'blue', 'green', 'green']) await create(`A ${colour} one`, { colour });
  const first = await client.get('/v1/notes?limit=2&colour=green');
  expect(first.body).toMatchObject([{ id: 1 }, { id: 3 }]);
  const [, next] = /^<([^>]*)>; rel="next"$/.exec(first.headers['link']!)!;
  const second = await client.get(next!);
  expect(second.body).toMatchObject([{ id: 4 }]);
  expect(second.headers['link']).toBe('</v1/notes?limit=2&colour=green>; rel="first"');
  const misused = await client.get(next!.replace('green', 'blue'));
  expect(expectErrorBody(misused, 'invalid_parameter', 400)).toContain('cursor');
});

it('reports all errors of a body', async () => {
  await start();
  const message = expectErrorBody(await create('', { priority: 1.5 }), 'invalid_body', 400);
  expect(message).toContain('text');
  expect(message).toContain('priority');
});

it('returns 401 without a valid token', async () => {
  await start();
  expectErrorBody(await application.unauthenticated.get('/v1/notes'), 'missing_api_key', 401);
  expectErrorBody(await application.authenticated('notes_x').get('/v1/notes'), 'invalid_api_key', 401);
});

it('returns 403 if a read-only caller writes', async () => {
  await start();
  const readOnly = application.authenticated(readOnlyToken);
  expectErrorBody(await readOnly.post('/v1/notes').send({ text: 'Buy hay', priority: 3 }), 'read_only_key', 403);
  expect((await readOnly.get('/v1/notes')).body).toEqual([]);
});

it('returns the errors that the context defines', async () => {
  await start(new NoteRepository(1));
  expect((await create('One')).status).toBe(201);
  expectErrorBody(await create('Two'), 'note_limit_reached', 409);
  expectErrorBody(await client.get('/v1/notes/2'), 'note_not_found', 404);
});

it('creates one note for one Idempotency-Key', async () => {
  await start();
  const first = await create('One').set('Idempotency-Key', 'a');
  expect((await create('One').set('Idempotency-Key', 'a')).text).toBe(first.text);
  expectErrorBody(await create('Two').set('Idempotency-Key', 'a'), 'idempotency_mismatch', 422);
});

it('logs and counts requests by caller and route', async () => {
  await start();
  const measured = await measure(application);
  const { headers } = await client.get('/v1/notes/7');
  expect(await application.log.accessLogLineOf(headers['x-request-id'])).toMatchObject({
    route: '/v1/notes/{noteId}',
    status: 404,
    apiKey: 'caller-1',
  });
  const samples = await measured.scrape();
  await measured.close();
  const labels = { method: 'GET', route: '/v1/notes/{noteId}', status: '404' };
  expect(valueOf(samples, 'petstore_http_requests_total', labels)).toBe(1);
});
