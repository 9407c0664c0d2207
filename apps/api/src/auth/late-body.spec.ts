import { IssueKey, RevokeKey } from '@petstore/access-application';
import type { IssuedKey } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable } from '@petstore/database';
import { exchange, requestText } from '@petstore/testing/raw';
import { parseAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let key: IssuedKey;
let findByHash: jest.SpyInstance;

beforeEach(async () => {
  app = await startTestApp();
  key = await issue();
  findByHash = jest.spyOn(app.keys, 'findByHash');
});

afterEach(() => app.close());

const issue = (expires?: string) =>
  new IssueKey(app.keys, new NodeCryptography()).execute('checkout', 'tests', expires);
const revoke = () => new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');

/** Advances the clocks of the service and of the repository. */
function advanceClocks(milliseconds: number): void {
  app.clock.advance(milliseconds);
  app.keys.advanceTime(milliseconds);
}

/** Sends the headers. The service verifies the key and sends 100 Continue. Then runs `beforeBody` and sends the body. */
async function create(beforeBody: () => unknown, body = '{"name":"Rex","categoryId":7}') {
  const head = requestText('POST /v1/pets HTTP/1.1', [
    'Host: pets',
    'Connection: close',
    'Content-Type: application/json',
    'Expect: 100-continue',
    `Authorization: Bearer ${key.secret.text}`,
    `Content-Length: ${body.length}`,
  ]);
  const received = await exchange(app.port, head, async () => {
    await beforeBody();
    return body;
  });
  return parseAndCheck(received.replace('HTTP/1.1 100 Continue\r\n\r\n', ''));
}

const createdPets = () => app.pets.list({ limit: 1 });

async function expectRefused(response: Awaited<ReturnType<typeof create>>): Promise<void> {
  expectError(response, 'invalid_api_key');
  expect(response.headers['www-authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
  expect(await createdPets()).toEqual([]);
}

describe('a create whose body arrives late', () => {
  it('gets 401 if the key was revoked and its check is older than a second', async () => {
    const response = await create(async () => {
      await revoke();
      advanceClocks(1_000);
    });
    await expectRefused(response);
  });

  it('gets 401 if the key has expired', async () => {
    key = await issue('2s');
    await expectRefused(await create(() => advanceClocks(2_000)));
  });

  it('gets 401 if a cached check is older than a second, however recent its own request is', async () => {
    await app.unauthenticated.get('/v1/pets').auth(key.secret.text, { type: 'bearer' });
    // 400 ms, because after 500 ms the service would check the key again in the background.
    advanceClocks(400);
    const response = await create(async () => {
      await revoke();
      advanceClocks(600);
    });
    await expectRefused(response);
  });

  it('gets 401 instead of an error about its invalid body if the key was revoked', async () => {
    const response = await create(async () => {
      await revoke();
      advanceClocks(1_000);
    }, '{');
    await expectRefused(response);
  });

  it('gets 503 and creates nothing if the key cannot be checked again', async () => {
    const response = await create(() => {
      findByHash.mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
      advanceClocks(1_000);
    });
    expectError(response, 'service_unavailable');
    expect(await createdPets()).toEqual([]);
  });

  it('is executed after a second check if the key is still valid', async () => {
    expect((await create(() => advanceClocks(1_000))).status).toBe(201);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

it('checks the key once if the body arrives within a second of the check', async () => {
  expect((await create(() => advanceClocks(999))).status).toBe(201);
  expect(findByHash).toHaveBeenCalledTimes(1);
});
