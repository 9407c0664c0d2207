import { IssueKey } from '@petstore/access-application';
import { InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { operationsOf } from '@petstore/contract';
import { DatabaseUnavailable } from '@petstore/database';
import { NewPet } from '@petstore/pets-domain';
import { requestText } from '@petstore/testing/raw';
import { betaDocumentCheck, sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ beta: true });
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterAll(() => app.close());

// The document with the beta operations has also all others.
const operations = operationsOf(betaDocumentCheck.document).map(({ operationId, method, path }) => {
  return [operationId, method.toLowerCase() as 'get' | 'post' | 'patch', path.replace(/\{\w+\}/g, '1')] as const;
});

const challenge = 'Bearer realm="petstore"';

/** Sends the headers over a raw socket, because an HTTP client would change them. */
function getPets(...headers: string[]) {
  return sendAndCheck(app.port, requestText('GET /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', ...headers]));
}

describe.each(operations)('%s', (_, method, path) => {
  const send = (headers: Record<string, string> = {}) => app.unauthenticated[method](path).set(headers);

  it('returns 401 with a challenge if there is no key', async () => {
    const response = await send();
    expectError(response, 'missing_api_key');
    expect(response.headers['www-authenticate']).toBe(challenge);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('returns 401 with invalid_token if the key is unknown', async () => {
    const response = await send({ Authorization: `Bearer ${app.key.slice(0, -1)}` });
    expect(expectError(response, 'invalid_api_key')).toBe('The API key is not valid.');
    expect(response.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('returns 503 if keys cannot be verified', async () => {
    app.clock.advance(1_000);
    jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    const response = await send({ Authorization: `Bearer ${app.key}` });
    expectError(response, 'service_unavailable');
    expect(response.headers['retry-after']).toBe('1');
  });
});

describe('an API key', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme %s', async (scheme) => {
    expect((await getPets(`Authorization: ${scheme} ${app.key}`)).status).toBe(200);
    expect((await getPets(`AUTHORIZATION:${scheme}   ${app.key}  `)).status).toBe(200);
  });

  it('is accepted as the last of 200 header fields, the maximum', async () => {
    // 197 fields here, Host and Connection from `getPets`, and Authorization.
    const others = Array.from({ length: 197 }, () => 'a:1');
    expect((await getPets(...others, `Authorization: Bearer ${app.key}`)).status).toBe(200);
    expect((await getPets('b:1', ...others, `Authorization: Bearer ${app.key}`)).status).toBe(431);
  });

  it.each([
    ['a query parameter', '?access_token=KEY&api_key=KEY&authorization=Bearer+KEY', ''],
    ['a cookie', '', 'Cookie: authorization=Bearer KEY; api_key=KEY'],
    ['another header', '', 'X-Api-Key: KEY'],
    ['the header for proxies', '', 'Proxy-Authorization: Bearer KEY'],
    ['the query, beside an empty header', '?access_token=KEY', 'Authorization:'],
    ['the query, beside a header of white space', '?access_token=KEY', 'Authorization:  \t '],
  ])('is ignored in %s', async (_, query, header) => {
    const headers = ['Host: pets', 'Connection: close', ...(header && [header.replaceAll('KEY', app.key)])];
    const requestLine = `GET /v1/pets${query.replaceAll('KEY', app.key)} HTTP/1.1`;
    const response = await sendAndCheck(app.port, requestText(requestLine, headers));
    expectError(response, 'missing_api_key');
    expect(response.headers['www-authenticate']).toBe(challenge);
  });

  it.each([
    ['sent without a scheme', 'KEY'],
    ['sent with another scheme', 'Basic KEY'],
    ['missing after the scheme', 'Bearer'],
    ['after a tab', 'Bearer\tKEY'],
    ['followed by more text', 'Bearer KEY KEY'],
    ['in quotation marks', 'Bearer "KEY"'],
    ['repeated in one header', 'Bearer KEY, Bearer KEY'],
    ['too long by one character', 'Bearer KEY0'],
    ['in upper case', 'Bearer KEY', (key: string) => key.toUpperCase()],
    ['without its last character', 'Bearer KEY', (key: string) => key.slice(0, -1)],
    ['without its prefix', 'Bearer KEY', (key: string) => key.slice('pets_'.length)],
    [
      'with a wrong last character',
      'Bearer KEY',
      (key: string) => key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
    ['8,000 characters long', 'Bearer KEY', () => 'x'.repeat(8_000)],
  ])('is invalid if it is %s', async (_, header, change: (key: string) => string = (key) => key) => {
    const response = await getPets(`Authorization: ${header.replaceAll('KEY', change(app.key))}`);
    expectError(response, 'invalid_api_key');
    expect(response.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
  });

  it('is invalid if it was never issued', async () => {
    const issueKey = new IssueKey(new InMemoryApiKeyRepository(), new NodeCryptography());
    const { secret } = await issueKey.execute('checkout', 'tests');
    expectError(await getPets(`Authorization: Bearer ${secret.text}`), 'invalid_api_key');
  });

  it('is invalid in more than one header, even if they are equal', async () => {
    const header = `Authorization: Bearer ${app.key}`;
    expectError(await getPets(header, header), 'invalid_api_key');
    expectError(await getPets('Authorization:', header), 'invalid_api_key');
    expectError(await getPets(header, 'Authorization:'), 'invalid_api_key');
  });

  it('is not looked up in the repository if its format is invalid', async () => {
    const findByHash = jest.spyOn(app.keys, 'findByHash');
    expectError(await getPets('Authorization: Bearer pets_1'), 'invalid_api_key');
    expect(findByHash).not.toHaveBeenCalled();
  });

  it('is neither in a response nor in the log', async () => {
    const response = await getPets(`Authorization: Bearer ${app.key}x`);
    expect(response.text).not.toContain(app.key);
    expect(JSON.stringify(app.log.lines)).not.toContain(app.key);
  });
});

describe('a request without a key', () => {
  it.each([
    ['an invalid query', 'GET /v1/pets?limit=0&status=lost', ''],
    ['a petId that is not an int64', 'GET /v1/pets/abc', ''],
    ['a body of the wrong type', 'POST /v1/pets', 'text/plain'],
    ['a body that is not JSON', 'POST /v1/pets', 'application/json'],
  ])('gets 401 instead of an error about %s', async (_, methodAndPath, type) => {
    const headers = ['Host: pets', 'Connection: close', ...(type && [`Content-Type: ${type}`])];
    const response = await sendAndCheck(app.port, requestText(`${methodAndPath} HTTP/1.1`, headers, type && '{'));
    expectError(response, 'missing_api_key');
  });
});
