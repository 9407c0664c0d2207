import { IssueKey } from '@petstore/access-application';
import { InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { operationsOf } from '@petstore/contract';
import { DatabaseUnavailable } from '@petstore/database';
import { NewPet } from '@petstore/pets-domain';
import { requestText } from '@petstore/testing/raw';
import { ask, documentCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterAll(() => app.close());

const operations = operationsOf(documentCheck.document).map(({ operationId, method, path }) => {
  return [operationId, method.toLowerCase() as 'get' | 'post', path.replace(/\{\w+\}/g, '1')] as const;
});

const challenge = 'Bearer realm="petstore"';

/** By socket, because it must come as it is. */
function getPets(...headers: string[]) {
  return ask(app.port, requestText('GET /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', ...headers]));
}

describe.each(operations)('%s', (_, method, path) => {
  const send = (headers: Record<string, string> = {}) => app.unauthenticated[method](path).set(headers);

  it('returns 401 with a challenge if there is no key', async () => {
    const answer = await send();
    expectError(answer, 'missing_api_key');
    expect(answer.headers['www-authenticate']).toBe(challenge);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns 401 with invalid_token if the key is unknown', async () => {
    const answer = await send({ Authorization: `Bearer ${app.key.slice(0, -1)}` });
    expect(expectError(answer, 'invalid_api_key')).toBe('The API key is not valid.');
    expect(answer.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns 503 if keys cannot be verified', async () => {
    app.clock.advance(1_000);
    jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    const answer = await send({ Authorization: `Bearer ${app.key}` });
    expectError(answer, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('1');
  });
});

describe('the key', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme %s', async (scheme) => {
    expect((await getPets(`Authorization: ${scheme} ${app.key}`)).status).toBe(200);
    expect((await getPets(`AUTHORIZATION:${scheme}   ${app.key}  `)).status).toBe(200);
  });

  it('is accepted after the maximum number of other headers', async () => {
    // 200 fields with those that `getPets` sends.
    const others = Array.from({ length: 197 }, () => 'a:1');
    expect((await getPets(...others, `Authorization: Bearer ${app.key}`)).status).toBe(200);
    expect((await getPets('b:1', ...others, `Authorization: Bearer ${app.key}`)).status).toBe(431);
  });

  it.each([
    ['a query parameter', '?access_token=KEY&api_key=KEY&authorization=Bearer+KEY', ''],
    ['a cookie', '', 'Cookie: authorization=Bearer KEY; api_key=KEY'],
    ['another header', '', 'X-Api-Key: KEY'],
    ["the proxy's header", '', 'Proxy-Authorization: Bearer KEY'],
    ['an empty header beside', '?access_token=KEY', 'Authorization:'],
    ['a header of white space beside', '?access_token=KEY', 'Authorization:  \t '],
  ])('is ignored in %s', async (_, query, header) => {
    const headers = ['Host: pets', 'Connection: close', ...(header && [header.replaceAll('KEY', app.key)])];
    const line = `GET /v1/pets${query.replaceAll('KEY', app.key)} HTTP/1.1`;
    const answer = await ask(app.port, requestText(line, headers));
    expectError(answer, 'missing_api_key');
    expect(answer.headers['www-authenticate']).toBe(challenge);
  });

  it.each([
    ['alone', 'KEY'],
    ['under another scheme', 'Basic KEY'],
    ['not there behind the scheme', 'Bearer'],
    ['behind a tab', 'Bearer\tKEY'],
    ['followed by something', 'Bearer KEY KEY'],
    ['in quotation marks', 'Bearer "KEY"'],
    ['in two schemes', 'Bearer KEY, Bearer KEY'],
    ['longer', 'Bearer KEY0'],
    ['in capitals', 'Bearer KEY', (key: string) => key.toUpperCase()],
    ['cut', 'Bearer KEY', (key: string) => key.slice(0, -1)],
    ['without its prefix', 'Bearer KEY', (key: string) => key.slice('pets_'.length)],
    ['mistyped', 'Bearer KEY', (key: string) => key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['very long', 'Bearer KEY', () => 'x'.repeat(8_000)],
  ])('is invalid %s', async (_, header, change: (key: string) => string = (key) => key) => {
    const answer = await getPets(`Authorization: ${header.replaceAll('KEY', change(app.key))}`);
    expectError(answer, 'invalid_api_key');
    expect(answer.headers['www-authenticate']).toBe(`${challenge}, error="invalid_token"`);
  });

  it('is invalid if it was never issued', async () => {
    const elsewhere = new IssueKey(new InMemoryApiKeyRepository(), new NodeCryptography());
    const { secret } = await elsewhere.execute('till', 'tests');
    expectError(await getPets(`Authorization: Bearer ${secret.text}`), 'invalid_api_key');
  });

  it('is invalid in more than one header, even if they are equal', async () => {
    const header = `Authorization: Bearer ${app.key}`;
    expectError(await getPets(header, header), 'invalid_api_key');
    expectError(await getPets('Authorization:', header), 'invalid_api_key');
    expectError(await getPets(header, 'Authorization:'), 'invalid_api_key');
  });

  it('is not sent to the store if its form is invalid', async () => {
    const findByHash = jest.spyOn(app.keys, 'findByHash');
    expectError(await getPets('Authorization: Bearer pets_1'), 'invalid_api_key');
    expect(findByHash).not.toHaveBeenCalled();
  });

  it('is in no response and in no log line', async () => {
    const answer = await getPets(`Authorization: Bearer ${app.key}x`);
    expect(answer.text).not.toContain(app.key);
    expect(JSON.stringify(app.log.lines)).not.toContain(app.key);
  });
});

describe('without a key', () => {
  it.each([
    ['a query that is at fault', 'GET /v1/pets?limit=0&status=lost', ''],
    ['a petId that names no animal', 'GET /v1/pets/abc', ''],
    ['a body of the wrong type', 'POST /v1/pets', 'text/plain'],
    ['a body that is no JSON', 'POST /v1/pets', 'application/json'],
  ])('returns 401 before it reports %s', async (_, line, type) => {
    const headers = ['Host: pets', 'Connection: close', ...(type && [`Content-Type: ${type}`])];
    const answer = await ask(app.port, requestText(`${line} HTTP/1.1`, headers, type && '{'));
    expectError(answer, 'missing_api_key');
  });
});
