import { exchange, requestText } from '@petstore/testing/raw';
import { ask, readAnswer } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const goAhead = 'HTTP/1.1 100 Continue\r\n\r\n';
const body = '{"name":"Rex","categoryId":7}';
const json = 'Content-Type: application/json';
const huge = 'Content-Length: 1000000000000';
const willing = 'Expect: 100-continue';

const withKey = () => `Authorization: Bearer ${app.key}`;
const post = (...headers: string[]) => requestText('POST /v1/pets HTTP/1.1', ['Host: pets', ...headers]);

// No bytes follow the heads below: a service that waited for the body would never respond.
describe('a body that is not accepted', () => {
  it.each([
    ['without a key', 'missing_api_key', []],
    ['with an invalid key', 'invalid_api_key', ['Authorization: Bearer pets_1']],
  ] as const)('is not awaited %s', async (_, code, credential) => {
    expectError(await ask(app.port, post('Connection: close', json, huge, ...credential)), code);
    expectError(
      await ask(app.port, post('Connection: close', json, 'Transfer-Encoding: chunked', ...credential)),
      code,
    );
  });

  it('is not awaited for an unknown operation', async () => {
    const head = ['Host: pets', 'Connection: close', huge];
    expectError(await ask(app.port, requestText('POST /nothing HTTP/1.1', head)), 'route_not_found');
    expectError(await ask(app.port, requestText('PUT /v1/pets HTTP/1.1', head)), 'method_not_allowed');
  });

  it('is not awaited by operations without a body', async () => {
    const head = ['Host: pets', 'Connection: close', huge, withKey()];
    expect((await ask(app.port, requestText('GET /v1/pets HTTP/1.1', head))).status).toBe(200);
  });
});

describe('Expect: 100-continue', () => {
  it.each([
    ['there is no key', 'missing_api_key', () => [json, huge]],
    ['the key is invalid', 'invalid_api_key', () => [json, huge, 'Authorization: Bearer pets_1']],
    ['the body is too large', 'payload_too_large', () => [json, huge, withKey()]],
    ['the body is not JSON', 'unsupported_media_type', () => ['Content-Type: text/plain', huge, withKey()]],
  ] as const)('is refused at once, and the connection closed, if %s', async (_, code, headers) => {
    const received = await exchange(app.port, post(willing, ...headers()));
    expect(received).not.toContain('100 Continue');
    const answer = readAnswer(received);
    expectError(answer, code);
    expect(answer.headers['connection']).toBe('close');
  });

  it.each(['100-continue', '100-Continue'])('is answered 100 as %s if the body is accepted', async (expectation) => {
    const head = post('Connection: close', `Expect: ${expectation}`, json, `Content-Length: ${body.length}`, withKey());
    const received = await exchange(app.port, head, body);
    expect(received.startsWith(goAhead)).toBe(true);
    expect(readAnswer(received.slice(goAhead.length))).toMatchObject({ status: 201, headers: { connection: 'close' } });
  });

  it('keeps the connection after the body was received', async () => {
    const head = post(willing, json, `Content-Length: ${body.length}`, withKey());
    const next = requestText('OPTIONS /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close']);
    const received = await exchange(app.port, head, body + next);
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toStrictEqual(['HTTP/1.1 100', 'HTTP/1.1 201', 'HTTP/1.1 204']);
  });

  it('does not prevent the refusal of an invalid body', async () => {
    const head = post('Connection: close', willing, json, 'Content-Length: 2', withKey());
    const received = await exchange(app.port, head, '{}');
    expect(received.startsWith(goAhead)).toBe(true);
    expectError(readAnswer(received.slice(goAhead.length)), 'invalid_body');
  });

  it('is ignored in HTTP/1.0', async () => {
    const head = [willing, json, withKey()];
    expect((await ask(app.port, requestText('POST /v1/pets HTTP/1.0', head, body))).status).toBe(201);
  });

  it('gets no 100 from operations without a body', async () => {
    const received = await exchange(app.port, requestText('GET /v1/pets HTTP/1.1', ['Host: pets', willing, withKey()]));
    expect(readAnswer(received).status).toBe(200);
  });
});
