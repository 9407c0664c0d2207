import { NewPet } from '@petstore/pets-domain';
import { operationsOf } from '@petstore/testing/check';
import { betaDocumentCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, useTestApp, type Client } from '../testing/test-app.ts';

const app = useTestApp({ beta: true });
let key: string;
let readOnly: Client;

// The paths of the operations have the id 1.
beforeAll(async () => {
  await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
  await app.client.post('/v1/store/orders').send({ petId: 1 });
  key = (await app.issueKey('website', undefined, 'read-only')).secret.text;
  readOnly = app.authenticated(key);
});

// The document with the beta operations has also all others.
const operations = operationsOf(betaDocumentCheck.document).map(({ operationId, method, path, responses }) => {
  const documentsError = JSON.stringify(responses['403'] ?? '').includes('read_only_key');
  return { operationId, method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, '1'), documentsError };
});
const reads = operations.filter(({ method }) => method === 'GET');
const writes = operations.filter(({ method }) => method !== 'GET');

it('only the operations that write document the error', () => {
  expect(reads.map(({ documentsError }) => documentsError)).not.toContain(true);
  expect(writes.map(({ documentsError }) => documentsError)).not.toContain(false);
  expect([reads.length, writes.length]).not.toContain(0);
});

/** Returns the bodies of all reads with the key that may also write. */
const readAll = () => Promise.all(reads.map(async ({ path }) => (await app.client.get(path)).text));

it.each(reads)('$operationId answers GET and HEAD of a read-only key as those of any key', async ({ path }) => {
  const { status, text } = await app.client.get(path);
  // 404 for an operation of a context in which nothing is stored.
  expect([200, 404]).toContain(status);
  expect(await readOnly.get(path)).toMatchObject({ status, text });
  expect((await readOnly.head(path)).status).toBe(status);
});

describe.each(writes)('$operationId', ({ method, path }) => {
  it('returns 403 to a read-only key before it reads the body, and changes nothing', async () => {
    const before = await readAll();
    // The body is announced and never sent, so a service that waited for it would never respond.
    const headers = ['Content-Type: application/json', 'Content-Length: 20'];
    const response = await app.send(`${method} ${path}`, { key, headers });
    expect(expectError(response, 'read_only_key')).toContain('read-only');
    expect(response.headers['www-authenticate']).toBe('Bearer realm="petstore", error="insufficient_scope"');
    expect(await readAll()).toEqual(before);
  });
});

it('refused writes count for the rate limit, and get 429 above it', async () => {
  const limited = await startTestApp({ rateLimit: { requests: 2, seconds: 60 } });
  const { secret } = await limited.issueKey('website', undefined, 'read-only');
  const client = limited.authenticated(secret.text);
  const first = await client.post('/v1/pets');
  expectError(first, 'read_only_key');
  expect(first.headers['ratelimit']).toMatch(/r=1;/);
  expectError(await client.post('/v1/pets'), 'read_only_key');
  expectError(await client.post('/v1/pets'), 'rate_limited');
  await limited.close();
});

it('a key stays read-only while it is in the cache and when it is checked again', async () => {
  // Checked, cached, cached and refreshed in the background, cached, expired and checked again.
  for (const milliseconds of [0, 0, 600, 400, 1_000]) {
    app.clock.advance(milliseconds);
    expectError(await readOnly.post('/v1/pets').send({ name: 'Rex', categoryId: 7 }), 'read_only_key');
    expect((await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 })).status).toBe(201);
  }
});
