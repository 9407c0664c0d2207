import { IssueKey, RevokeKey, RotateKey, VerifyKey } from '@petstore/access-application';
import type { IssuedKey } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable } from '@petstore/database';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const cryptography = new NodeCryptography();

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const issue = (expires?: string) => new IssueKey(app.keys, cryptography).execute('checkout', 'tests', expires);

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
  const response = await listPets(key);
  expect(expectError(response, 'invalid_api_key')).toBe('The API key is not valid.');
  expect(response.headers['www-authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
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
  await new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');
  advanceClocks(1_000);
  await expectInvalid(key);
});

it('a key is refused immediately if it was revoked before its first use', async () => {
  const key = await issue();
  await new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');
  await expectInvalid(key);
});

it('a rotated key is valid beside its successor during the grace period', async () => {
  const old = await issue();
  const next = await new RotateKey(app.keys, cryptography).execute(old.apiKey.publicId, 'tests', '1h');
  for (const key of [old, next]) await expectAccepted(key);
  advanceClocks(3_600_000);
  await expectInvalid(old);
  await expectAccepted(next);
});

it('a key is valid for a second after its check if the repository fails; then its requests get 503', async () => {
  const [cached, notCached] = [await issue(), await issue()];
  await expectAccepted(cached);
  jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
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
  const found = await app.keys.findByHash(cryptography.sha256(key.secret.text));
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
  const recordUse = jest.spyOn(app.keys, 'recordUse').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
  const key = await issue();
  await expectAccepted(key);
  expect(recordUse).toHaveBeenCalledWith(key.apiKey.publicId);
});
