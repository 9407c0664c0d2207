import { IssueKey, RevokeKey } from '@petstore/access-application';
import type { IssuedKey } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable } from '@petstore/database';
import { exchange, requestText } from '@petstore/testing/raw';
import { readAnswer } from '../testing/document-check.ts';
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

const issue = (expires?: string) => new IssueKey(app.keys, new NodeCryptography()).execute('till', 'tests', expires);
const revoke = () => new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');

/** Moves the clocks of the service and of the key store. */
function pass(milliseconds: number): void {
  app.clock.advance(milliseconds);
  app.keys.advanceTime(milliseconds);
}

/** Sends the headers, and the body only after the key was verified, the body was asked for and `meanwhile` has run. */
async function create(meanwhile: () => unknown, body = '{"name":"Rex","categoryId":7}') {
  const head = requestText('POST /v1/pets HTTP/1.1', [
    'Host: pets',
    'Connection: close',
    'Content-Type: application/json',
    'Expect: 100-continue',
    `Authorization: Bearer ${key.secret.text}`,
    `Content-Length: ${body.length}`,
  ]);
  const received = await exchange(app.port, head, async () => {
    await meanwhile();
    return body;
  });
  return readAnswer(received.replace('HTTP/1.1 100 Continue\r\n\r\n', ''));
}

const createdPets = () => app.pets.list({ limit: 1 });

async function expectRefused(answer: Awaited<ReturnType<typeof create>>): Promise<void> {
  expectError(answer, 'invalid_api_key');
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
  expect(await createdPets()).toEqual([]);
}

describe('a create whose body arrives late', () => {
  it('is refused if the key was revoked and its check is older than a second', async () => {
    const answer = await create(async () => {
      await revoke();
      pass(1_000);
    });
    await expectRefused(answer);
  });

  it('is refused if the key has expired', async () => {
    key = await issue('2s');
    await expectRefused(await create(() => pass(2_000)));
  });

  it('measures the second from the start of the check, not from the arrival of the request', async () => {
    await app.unauthenticated.get('/v1/pets').auth(key.secret.text, { type: 'bearer' });
    // Less than half a second, after which the key would be checked again in the background.
    pass(400);
    const answer = await create(async () => {
      await revoke();
      pass(600);
    });
    await expectRefused(answer);
  });

  it('is refused for its key before its body is validated', async () => {
    const answer = await create(async () => {
      await revoke();
      pass(1_000);
    }, '{');
    await expectRefused(answer);
  });

  it('returns 503 and creates nothing if the key cannot be checked again', async () => {
    const answer = await create(() => {
      findByHash.mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
      pass(1_000);
    });
    expectError(answer, 'service_unavailable');
    expect(await createdPets()).toEqual([]);
  });

  it('is executed if the key is still valid', async () => {
    expect((await create(() => pass(1_000))).status).toBe(201);
    expect(findByHash).toHaveBeenCalledTimes(2);
  });
});

it('does not check the key again for a body that arrives within the second', async () => {
  expect((await create(() => pass(999))).status).toBe(201);
  expect(findByHash).toHaveBeenCalledTimes(1);
});
