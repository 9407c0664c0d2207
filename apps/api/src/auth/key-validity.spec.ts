import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey, RevokeKey, VerifyKey } from '@petstore/access-application';
import type { IssuedKey } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable } from '@petstore/database';
import { exchange, requestText } from '@petstore/testing/raw';
import { parseAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const cryptography = new NodeCryptography();
const gone = new DatabaseUnavailable(new Error('gone'));

const app = useTestApp({}, 'each');

const issue = (expires?: string) =>
  new IssueKey(app.keys, cryptography, new InMemoryTransactions()).execute('checkout', 'tests', expires);
const revoke = ({ apiKey }: IssuedKey) =>
  new RevokeKey(app.keys, new InMemoryTransactions()).execute(apiKey.publicId, 'tests');

/** Advances the clocks of the service and of the repository. */
function advanceClocks(milliseconds: number): void {
  app.clock.advance(milliseconds);
  app.keys.advanceTime(milliseconds);
}

const listPets = ({ secret }: IssuedKey) => app.unauthenticated.get('/v1/pets').auth(secret.text, { type: 'bearer' });

async function expectAccepted(key: IssuedKey): Promise<void> {
  expect((await listPets(key)).status).toBe(200);
}

async function expectInvalid(key: IssuedKey): Promise<void> {
  expect(expectError(await listPets(key), 'invalid_api_key')).toBe('The API key is not valid.');
}

it('a key is valid until it expires', async () => {
  const key = await issue('2s');
  await expectAccepted(key);
  advanceClocks(1_999);
  await expectAccepted(key);
  advanceClocks(1);
  await expectInvalid(key);
});

it('a key is refused at most a second after it was revoked', async () => {
  const key = await issue();
  await expectAccepted(key);
  await revoke(key);
  advanceClocks(1_000);
  await expectInvalid(key);
});

it('a key is valid for a second after its check if the repository fails; then its requests get 503', async () => {
  const [cached, notCached] = [await issue(), await issue()];
  await expectAccepted(cached);
  jest.spyOn(app.keys, 'findByHash').mockRejectedValue(gone);
  advanceClocks(999);
  await expectAccepted(cached);
  expectError(await listPets(notCached), 'service_unavailable');
  advanceClocks(1);
  const response = await listPets(cached);
  expectError(response, 'service_unavailable');
  expect(response.headers['www-authenticate']).toBeUndefined();
});

it('a key is looked up once for fifty concurrent requests', async () => {
  const key = await issue();
  const found = await app.keys.findByHash(key.apiKey.snapshot().secretHash);
  const execute = jest.spyOn(VerifyKey.prototype, 'execute');
  const findByHash = jest.spyOn(app.keys, 'findByHash').mockImplementation(async () => {
    while (execute.mock.calls.length < 50) await new Promise(setImmediate);
    return found;
  });
  const responses = await Promise.all(Array.from({ length: 50 }, () => listPets(key)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(findByHash).toHaveBeenCalledTimes(1);
});

it('a key is valid even if the repository cannot store its last use', async () => {
  const recordUse = jest.spyOn(app.keys, 'recordUse').mockRejectedValue(gone);
  const key = await issue();
  await expectAccepted(key);
  expect(recordUse).toHaveBeenCalledWith(key.apiKey.publicId);
});

describe('a create whose body arrives late', () => {
  let key: IssuedKey;
  let findByHash: jest.SpyInstance;

  beforeEach(async () => {
    key = await issue();
    findByHash = jest.spyOn(app.keys, 'findByHash');
  });

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

  const revokeAndWait = async () => {
    await revoke(key);
    advanceClocks(1_000);
  };

  it.each([
    ['valid', '{"name":"Rex","categoryId":7}'],
    ['invalid', '{'],
  ])('gets 401 with a %s body if the key was revoked and its check is older than a second', async (_, body) => {
    const response = await create(revokeAndWait, body);
    expectError(response, 'invalid_api_key');
    expect(response.headers['www-authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
    expect(await app.pets.list({ limit: 1 })).toEqual([]);
  });

  it('gets 401 if a cached check is older than a second, however recent its own request is', async () => {
    await listPets(key);
    // 400 ms, because after 500 ms the service would check the key again in the background.
    advanceClocks(400);
    const response = await create(async () => {
      await revoke(key);
      advanceClocks(600);
    });
    expectError(response, 'invalid_api_key');
  });

  it('gets 503 and creates nothing if the key cannot be checked again', async () => {
    const response = await create(() => {
      findByHash.mockRejectedValue(gone);
      advanceClocks(1_000);
    });
    expectError(response, 'service_unavailable');
    expect(await app.pets.list({ limit: 1 })).toEqual([]);
  });
});
