import { IssueKey, RotateKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { operationsOf, type Operation } from '@petstore/contract';
import { NewPet } from '@petstore/pets-domain';
import type { Client } from '@petstore/testing/application';
import { requestText } from '@petstore/testing/raw';
import { betaDocumentCheck, sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const cryptography = new NodeCryptography();

let app: TestApp;
let key: string;
let publicId: string;
let readOnly: Client;

async function start(overrides: Parameters<typeof startTestApp>[0] = {}): Promise<void> {
  app = await startTestApp({ beta: true, ...overrides });
  const petId = (await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }))).snapshot().id;
  await app.client.post('/v1/store/orders').send({ petId: Number(petId) });
  const { apiKey, secret } = await new IssueKey(app.keys, cryptography).execute(
    'website',
    'tests',
    undefined,
    'read-only',
  );
  [key, publicId] = [secret.text, apiKey.publicId];
  readOnly = app.authenticated(key);
}

const documentsError = ({ responses }: Operation) => responses['403']?.description?.includes('read_only_key') === true;

afterEach(() => app?.close());

/** Sends a request over a raw socket, because an HTTP client would send the body. */
const send = (requestLine: string, ...headers: string[]) =>
  sendAndCheck(
    app.port,
    requestText(`${requestLine} HTTP/1.1`, [
      'Host: pets',
      'Connection: close',
      `Authorization: Bearer ${key}`,
      ...headers,
    ]),
  );

// The document with the beta operations has also all others.
const operations = operationsOf(betaDocumentCheck.document).map(({ operationId, method, path }) => {
  return [operationId, method.toUpperCase(), path.replace(/\{\w+\}/g, '1')] as const;
});
const reads = operations.filter(([, method]) => method === 'GET');
const writes = operations.filter(([, method]) => method !== 'GET');

it('the document has operations that read and operations that write', () => {
  expect(reads.map(([operationId]) => operationId)).toEqual(
    expect.arrayContaining(['listPets', 'getPet', 'listOrders', 'getOrder']),
  );
  expect(writes.map(([operationId]) => operationId)).toEqual(
    expect.arrayContaining(['createPet', 'updatePet', 'placeOrder', 'cancelOrder']),
  );
});

describe.each(reads)('%s', (_, method, path) => {
  it.each([method, 'HEAD'])('accepts %s of a read-only key', async (sent) => {
    await start();
    expect((await send(`${sent} ${path}`)).status).toBe(200);
  });
});

describe.each(writes)('%s', (operationId, method, path) => {
  it('returns 403 to a read-only key before it reads the body', async () => {
    await start();
    // The body is announced and never sent, so a response to it would not arrive.
    const response = await send(`${method} ${path}`, 'Content-Type: application/json', 'Content-Length: 20');
    expect(expectError(response, 'read_only_key')).toContain('read-only');
    expect(response.headers['www-authenticate']).toBe('Bearer realm="petstore", error="insufficient_scope"');
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await app.client.get('/v1/pets')).body).toEqual([{ id: 1, name: 'Rex', categoryId: 7, status: 'pending' }]);
    expect((await app.client.get('/v1/store/orders')).body).toMatchObject([{ id: 1, status: 'placed' }]);
  });

  it('returns 403 to a read-only key also if the request has other errors', async () => {
    await start();
    for (const header of ['Content-Type: text/plain', 'Content-Length: 999999', 'Idempotency-Key: ä']) {
      expectError(await send(`${method} ${path}?limit=0`, header), 'read_only_key');
    }
  });

  it('refuses Expect: 100-continue of a read-only key without asking for the body', async () => {
    await start();
    const response = await send(`${method} ${path}`, 'Expect: 100-continue', 'Content-Length: 20');
    expectError(response, 'read_only_key');
  });

  it('documents the error', () => {
    const operation = operationsOf(betaDocumentCheck.document).find(
      (candidate) => candidate.operationId === operationId,
    );
    expect(documentsError(operation!)).toBe(true);
  });
});

it('no operation that reads documents the error', () => {
  const documented = operationsOf(betaDocumentCheck.document).filter(documentsError);
  expect(documented.map(({ method }) => method.toUpperCase())).not.toContain('GET');
});

it('an invalid key gets 401 instead of 403', async () => {
  await start();
  key = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  expectError(await send('POST /v1/pets'), 'invalid_api_key');
});

it.each([
  ['an unknown path', 'POST /v1/nothing', 'route_not_found'],
  ['a wrong method', 'DELETE /v1/pets', 'method_not_allowed'],
  ['a path that cannot be decoded', 'POST /v1/pets/%zz', 'malformed_request'],
])('a read-only key gets the same error for %s as a full key', async (_, requestLine, code) => {
  await start();
  expectError(await send(requestLine), code);
  key = app.key;
  expectError(await send(requestLine), code);
});

it('refused writes count for the rate limit, and get 429 above it', async () => {
  await start({ rateLimit: { requests: 2, seconds: 60 } });
  const first = await readOnly.post('/v1/pets');
  expectError(first, 'read_only_key');
  expect(first.headers['ratelimit']).toMatch(/r=1;/);
  expectError(await readOnly.post('/v1/pets'), 'read_only_key');
  expectError(await readOnly.post('/v1/pets'), 'rate_limited');
});

it('a script of an allowed origin can read the 403', async () => {
  await start({ corsOrigins: ['https://shop.example'] });
  const response = await send('POST /v1/pets', 'Origin: https://shop.example');
  expectError(response, 'read_only_key');
  expect(response.headers['access-control-allow-origin']).toBe('https://shop.example');
});

it('the successor of a read-only key is read-only', async () => {
  await start();
  const { secret } = await new RotateKey(app.keys, cryptography).execute(publicId, 'tests', '1h');
  for (const client of [readOnly, app.authenticated(secret.text)]) {
    expectError(await client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 }), 'read_only_key');
    expect((await client.get('/v1/pets')).status).toBe(200);
  }
});

it('a key stays read-only while it is in the cache and when it is checked again', async () => {
  await start();
  for (const milliseconds of [0, 0, 600, 400, 1_000]) {
    app.clock.advance(milliseconds);
    expectError(await readOnly.post('/v1/pets').send({ name: 'Rex', categoryId: 7 }), 'read_only_key');
    expect((await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 })).status).toBe(201);
  }
});

it('the log contains the code and the key of a refused write', async () => {
  await start();
  const { headers } = await readOnly.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
  expect(await app.log.accessLogLineOf(headers['x-request-id'])).toMatchObject({
    status: 403,
    code: 'read_only_key',
    apiKey: publicId,
    route: '/v1/pets',
  });
});
