import { inspect } from 'node:util';
import { PetstoreClient, type PetstoreClientOptions } from './index.ts';
import { FakeServer, jsonResponse } from './testing/fake-server.ts';

const rex = '{"id":42,"name":"Rex","categoryId":7,"status":"available"}';

const options = { baseUrl: 'http://pets.example/v1', apiKey: 'pets_key' };

it.each([
  ['http://pets.example/v1', 'http://pets.example/v1/pets/42'],
  ['http://pets.example/v1/', 'http://pets.example/v1/pets/42'],
  ['https://pets.example:8443/store/v1//', 'https://pets.example:8443/store/v1/pets/42'],
])('joins the base URL %s and the path', async (baseUrl, url) => {
  const service = new FakeServer(jsonResponse(200, rex));
  await service.client({ baseUrl }).pets.get(42);
  expect(service.requests[0]?.url).toBe(url);
});

it('resolves a relative base URL against the page', async () => {
  Object.defineProperty(globalThis, 'location', { value: new URL('https://shop.example/cats/'), configurable: true });
  try {
    const service = new FakeServer(jsonResponse(200, rex));
    await service.client({ baseUrl: '/v1' }).pets.get(42);
    expect(service.requests[0]?.url).toBe('https://shop.example/v1/pets/42');
  } finally {
    Reflect.deleteProperty(globalThis, 'location');
  }
});

it('reads the global fetch at each call', async () => {
  const client = new PetstoreClient(options);
  jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(jsonResponse(200, rex));
  expect(await client.pets.get(42)).toMatchObject({ id: 42 });
});

it('does not expose its key to logs', () => {
  const client = new PetstoreClient(options);
  expect(JSON.stringify(client) + inspect(client, { depth: Infinity, showHidden: true })).not.toContain('pets_key');
});

const wrongUrl =
  'baseUrl must be the absolute http or https URL of the service, such as https://example.org/v1: ' +
  'it ends in /v1 and has no user name, password, query or fragment; received ';
const wrongKey =
  'apiKey must be an API key, which the operator of the service issues: visible ASCII characters without spaces';

it.each<[Partial<Record<keyof PetstoreClientOptions, unknown>>, string]>([
  [{ baseUrl: undefined }, `${wrongUrl}undefined`],
  // There is no page to which it is relative.
  [{ baseUrl: '/v1' }, `${wrongUrl}/v1`],
  [{ baseUrl: 'ftp://pets.example/v1' }, `${wrongUrl}ftp://pets.example/v1`],
  [{ baseUrl: 'http://pets.example/v1/pets/' }, `${wrongUrl}http://pets.example/v1/pets/`],
  [{ baseUrl: 'http://pets.example/v1/?key=pets_secret' }, `${wrongUrl}http://pets.example/v1/…`],
  [{ baseUrl: 'http://pets.example/v1#top' }, `${wrongUrl}http://pets.example/v1…`],
  [{ baseUrl: 'http://name:pets_secret@pets.example/v1' }, `${wrongUrl}…pets.example/v1`],
  [{ apiKey: undefined }, wrongKey],
  [{ apiKey: 'pets_secret\n' }, wrongKey],
  [{ timeout: 0 }, 'timeout must be 1 to 2147483647 milliseconds, not 0'],
  [{ timeout: Infinity }, 'timeout must be 1 to 2147483647 milliseconds, not Infinity'],
  [{ retries: -1 }, 'retries must be 0, a positive integer or Infinity, not -1'],
])('throws a TypeError for %p that names the allowed values and does not contain the key', (invalidOption, message) => {
  expect(() => new PetstoreClient({ ...options, ...invalidOption } as PetstoreClientOptions)).toThrow(
    new TypeError(message),
  );
});
