import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey, VerifyKey } from '@petstore/access-application';
import { InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable } from '@petstore/database';
import { NewPet } from '@petstore/pets-domain';
import { operationsOf } from '@petstore/testing/check';
import { betaDocumentCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({ beta: true });

// The paths of the operations have the id 1.
beforeAll(() => app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1')));

// The document with the beta operations also has all other operations.
const operations = operationsOf(betaDocumentCheck.document).map(({ operationId, method, path }) => {
  return [
    operationId,
    method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete',
    path.replace(/\{\w+\}/g, '1'),
  ] as const;
});

const challenge = 'Bearer realm="petstore"';

const getPets = (...headers: string[]) => app.send('GET /v1/pets', { key: null, headers });

describe.each(operations)('%s', (_, method, path) => {
  const send = (headers: Record<string, string> = {}) => app.unauthenticated[method](path).set(headers);

  it('returns 401 with a challenge if there is no key', async () => {
    const response = await send();
    expect(expectError(response, 'missing_api_key')).toBe('An API key is required: Authorization: Bearer <API key>.');
    expect(response.headers['www-authenticate']).toBe(challenge);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('returns 401 with invalid_token if the key is malformed', async () => {
    const response = await send({ Authorization: `Bearer ${app.key.slice(0, -1)}` });
    expect(expectError(response, 'invalid_api_key')).toBe('The API key is not valid.');
    expect(response.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
  });

  it('returns 503 if keys cannot be verified', async () => {
    app.clock.advance(VerifyKey.ttl);
    jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    const response = await send({ Authorization: `Bearer ${app.key}` });
    expectError(response, 'service_unavailable');
    expect(response.headers['retry-after']).toBe('1');
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });
});

describe('an API key', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme %s', async (scheme) => {
    expect((await getPets(`Authorization: ${scheme} ${app.key}`)).status).toBe(200);
    expect((await getPets(`AUTHORIZATION:${scheme}   ${app.key}  `)).status).toBe(200);
  });

  it.each([
    ['query parameters and X-Api-Key', '?access_token=KEY&api_key=KEY&authorization=Bearer+KEY', 'X-Api-Key: KEY'],
    ['other headers', '', 'Cookie: authorization=Bearer KEY\r\nProxy-Authorization: Bearer KEY'],
    ['the query, beside an empty Authorization header', '?access_token=KEY', 'Authorization:  \t '],
  ])('is ignored in %s', async (_, query, header) => {
    const [target, sent] = [`/v1/pets${query}`, header].map((text) => text.replaceAll('KEY', app.key));
    expectError(await app.send(`GET ${target}`, { key: null, headers: [sent!] }), 'missing_api_key');
  });

  it.each([
    ['sent without a scheme', 'KEY'],
    ['sent with another scheme', 'Basic KEY'],
    ['missing after the scheme', 'Bearer'],
    ['after a tab', 'Bearer\tKEY'],
  ])('is invalid if it is %s, and the message shows the form', async (_, header) => {
    const response = await getPets(`Authorization: ${header.replaceAll('KEY', app.key)}`);
    expect(expectError(response, 'invalid_api_key')).toBe('Authorization must be: Bearer <API key>.');
    expect(response.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
  });

  it.each(['Bearer Bearer KEY', 'bearer BEARER  KEY', 'Bearer Authorization: Bearer KEY', 'Bearer KEY, Bearer KEY'])(
    'is invalid as %s, and the message names the repeated word',
    async (header) => {
      const response = await getPets(`Authorization: ${header.replaceAll('KEY', app.key)}`);
      const message = 'Authorization must be: Bearer <API key>. The word "Bearer" is in it more than once.';
      expect(expectError(response, 'invalid_api_key')).toBe(message);
      expect(response.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
    },
  );

  it.each([
    ['one character too long', (key: string) => `${key}0`],
    ['wrong in its last character', (key: string) => key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['8,000 characters long', () => 'x'.repeat(8_000)],
  ])('is invalid if it is %s, without a look-up in the repository', async (_, change) => {
    const findByHash = jest.spyOn(app.keys, 'findByHash');
    expectError(await getPets(`Authorization: Bearer ${change(app.key)}`), 'invalid_api_key');
    expect(findByHash).not.toHaveBeenCalled();
  });

  it('is invalid if it was never issued', async () => {
    const issueKey = new IssueKey(new InMemoryApiKeyRepository(), new NodeCryptography(), new InMemoryTransactions());
    const { secret } = await issueKey.execute('checkout', 'tests');
    expectError(await getPets(`Authorization: Bearer ${secret.text}`), 'invalid_api_key');
  });

  it('is invalid in more than one header, even if they are equal', async () => {
    const header = `Authorization: Bearer ${app.key}`;
    expectError(await getPets(header, header), 'invalid_api_key');
    expectError(await getPets('Authorization:', header), 'invalid_api_key');
    expectError(await getPets(header, 'Authorization:'), 'invalid_api_key');
  });
});

it.each([
  ['an invalid query', 'GET /v1/pets?limit=0&status=lost', []],
  ['a petId that is not an int64', 'GET /v1/pets/abc', []],
  ['a body of the wrong type', 'POST /v1/pets', ['Content-Type: text/plain'], '{'],
  ['a body that is not JSON', 'POST /v1/pets', ['Content-Type: application/json'], '{'],
])('a request without a key gets 401 instead of an error about %s', async (_, methodAndPath, headers, body = '') => {
  expectError(await app.send(methodAndPath, { key: null, headers, body }), 'missing_api_key');
});
