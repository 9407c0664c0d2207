import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PetstoreClient, PetstoreError } from '@petstore/client';
import { childProcesses, ServerProcess } from '@petstore/processes';
import { contract } from './testing/checked-fetch.ts';
import { createTestDirectory } from './testing/create-test-directory.ts';

const root = join(__dirname, '../../..');
const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
const directory = createTestDirectory();

const rex = { id: 42, name: 'Rex', categoryId: 7, status: 'available' };
const tom = { id: 43, name: "Tom O'Malley", categoryId: 2, status: 'available' };
const authorization = 'Bearer any';

let mock: ServerProcess;
let client: PetstoreClient;
let baseUrl: string;

beforeAll(async () => {
  // Prism ignores the path of the server (docs/tools.md).
  const prefixed = readFileSync(join(root, 'apps/api/openapi.yaml'), 'utf8').replace(/^ {2}\/pets/gm, '  /v1/pets');
  const document = join(directory, 'prefixed.yaml');
  writeFileSync(document, prefixed);
  const args = [
    '-c',
    'exec "$0" "$@" --port "$PORT"',
    process.execPath,
    prism,
    'mock',
    document,
    '--host',
    '127.0.0.1',
  ];
  const command = { program: 'sh', args, env: {} };
  mock = await ServerProcess.start('Prism', command, join(directory, 'prism.log'), '/v1/pets', () => authorization);
  baseUrl = `${mock.address}/v1`;
  client = new PetstoreClient({ baseUrl, apiKey: 'any', retries: 0 });
});

afterAll(async () => {
  await mock?.stop();
  await childProcesses.killAll();
});

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof PetstoreError ? { code: error.code, status: error.status } : error),
  );

describe('the client, against the mock server', () => {
  it('creates an animal', async () => {
    expect(await client.pets.create({ name: 'Rex', categoryId: 7 })).toEqual(rex);
  });

  it('gets an animal', async () => {
    expect(await client.pets.get(42)).toEqual(rex);
  });

  it('reads a page with the cursor of the next one, and detects that the next one links to itself', async () => {
    const pages = client.pets.list({ status: 'available' }).pages();
    expect((await pages.next()).value).toEqual({ pets: [rex, tom], nextCursor: expect.any(String) });
    expect(await errorOf(pages.next())).toEqual({ code: 'unexpected_response', status: 200 });
  });

  it('throws the documented error if a parameter is invalid', async () => {
    const call = client.pets.list({ limit: 101 }).pages().next();
    expect(await errorOf(call)).toEqual({ code: 'invalid_parameter', status: 400 });
  });
});

describe('the mock server', () => {
  it.each([
    ['GET /pets', 401, { headers: {} }],
    ['GET /pets', 200, {}],
    ['GET /pets', 429, { headers: { Prefer: 'code=429' } }],
    ['POST /pets', 201, { body: '{"name":"Rex","categoryId":7}' }],
    ['POST /pets', 409, { headers: { Prefer: 'code=409' }, body: '{"name":"Rex","categoryId":7}' }],
  ])('answers %s with a %i response that the contract accepts', async (line, status, { headers, body }: Parts) => {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(headers && !('Prefer' in headers) ? {} : { authorization }),
        ...headers,
        'Content-Type': 'application/json',
      },
      ...(body && { body }),
    });
    expect(response.status).toBe(status);
    // Prism adds this header to responses to invalid requests.
    const received = Object.entries(Object.fromEntries(response.headers)).filter(
      ([name]) => name !== 'sl-violations' && !name.startsWith('access-control-'),
    );
    const text = await response.text();
    contract.check({ method, path: `/v1${path}`, status, headers: Object.fromEntries(received), text });
  });

  it('has the limits that docs/tools.md lists', async () => {
    expect((await fetch(`${mock.address}/pets`, { headers: { authorization } })).status).toBe(404);
    const large = client.pets.create({ name: 'Rex', categoryId: 9007199254740993n });
    expect(await errorOf(large)).toEqual({ code: 'idempotency_mismatch', status: 422 });
    const deprecated = await fetch(`${baseUrl}/pets/42`, { headers: { authorization } });
    expect(deprecated.headers.get('deprecation')).toBe('true');
  });
});

interface Parts {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
