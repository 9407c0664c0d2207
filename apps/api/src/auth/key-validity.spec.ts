import { RevokeKey } from '@petstore/access-application';
import type { IssuedKey } from '@petstore/access-domain';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { DatabaseUnavailable } from '@petstore/database';
import { exchange, requestText } from '@petstore/testing/raw';
import { parseAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

const revoke = ({ apiKey }: IssuedKey) =>
  new RevokeKey(app.keys, new InMemoryTransactions()).execute(apiKey.publicId, 'tests');

function advanceClocks(milliseconds: number): void {
  app.clock.advance(milliseconds);
  app.keys.advanceTime(milliseconds);
}

describe('a create whose body arrives late', () => {
  let key: IssuedKey;

  beforeEach(async () => {
    app.empty();
    key = await app.issueKey();
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

  it('gets 401 after a revocation if the cached check of its key is a second old, although the create itself is younger', async () => {
    await app.authenticated(key.secret.text).get('/v1/pets');
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
      jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
      advanceClocks(1_000);
    });
    expectError(response, 'service_unavailable');
    expect(await app.pets.list({ limit: 1 })).toEqual([]);
  });
});
