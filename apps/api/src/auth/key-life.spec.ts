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

const issue = (expires?: string) => new IssueKey(app.keys, cryptography).execute('till', 'tests', expires);

/** For the service and for the store. */
function pass(milliseconds: number): void {
  app.clock.advance(milliseconds);
  app.keys.advanceTime(milliseconds);
}

const listPets = ({ secret }: IssuedKey) => app.unauthenticated.get('/v1/pets').auth(secret.text, { type: 'bearer' });

async function expectLetIn(key: IssuedKey): Promise<void> {
  expect((await listPets(key)).status).toBe(200);
}

async function expectRefused(key: IssuedKey): Promise<void> {
  const answer = await listPets(key);
  expect(expectError(answer, 'invalid_api_key')).toBe('The API key is not valid.');
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
}

it('is valid until it expires', async () => {
  const key = await issue('2s');
  await expectLetIn(key);
  pass(1_999);
  await expectLetIn(key);
  pass(1);
  await expectRefused(key);
});

it('is refused at most a second after it was revoked', async () => {
  const key = await issue();
  await expectLetIn(key);
  await new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');
  pass(1_000);
  await expectRefused(key);
});

it('is refused immediately if it was revoked before its first use', async () => {
  const key = await issue();
  await new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');
  await expectRefused(key);
});

it('is valid beside its successor during the grace period', async () => {
  const old = await issue();
  const next = await new RotateKey(app.keys, cryptography).execute(old.apiKey.publicId, 'tests', '1h');
  for (const key of [old, next]) await expectLetIn(key);
  pass(3_600_000);
  await expectRefused(old);
  await expectLetIn(next);
});

it('is valid for a second after its check if the store fails; then requests get 503', async () => {
  const [known, unknown] = [await issue(), await issue()];
  await expectLetIn(known);
  jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
  pass(999);
  await expectLetIn(known);
  expectError(await listPets(unknown), 'service_unavailable');
  pass(1);
  const answer = await listPets(known);
  expectError(answer, 'service_unavailable');
  expect(answer.headers['www-authenticate']).toBeUndefined();
});

it('is looked up once for fifty requests that wait for the store', async () => {
  const key = await issue();
  const found = await app.keys.findByHash(cryptography.sha256(key.secret.text));
  const arrived = jest.spyOn(VerifyKey.prototype, 'execute');
  const findByHash = jest.spyOn(app.keys, 'findByHash').mockImplementation(async () => {
    while (arrived.mock.calls.length < 50) await new Promise(setImmediate);
    return found;
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => listPets(key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(findByHash).toHaveBeenCalledTimes(1);
});

it('is valid also if its last use cannot be stored', async () => {
  const recordUse = jest.spyOn(app.keys, 'recordUse').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
  const key = await issue();
  await expectLetIn(key);
  expect(recordUse).toHaveBeenCalledWith(key.apiKey.publicId);
});
