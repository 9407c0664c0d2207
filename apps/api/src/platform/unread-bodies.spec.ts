import { exchange, requestText } from '@petstore/testing/raw';
import { sendAndCheck, parseAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const continueHead = 'HTTP/1.1 100 Continue\r\n\r\n';
const body = '{"name":"Rex","categoryId":7}';
const json = 'Content-Type: application/json';
const hugeLength = 'Content-Length: 1000000000000';
const expectContinue = 'Expect: 100-continue';

const withKey = () => `Authorization: Bearer ${app.key}`;
const post = (...headers: string[]) => requestText('POST /v1/pets HTTP/1.1', ['Host: pets', ...headers]);

// The tests send no body. A service that waited for the body would never respond.
describe('a body that the service does not read', () => {
  it.each([
    ['without a key', 'missing_api_key', []],
    ['with an invalid key', 'invalid_api_key', ['Authorization: Bearer pets_1']],
  ] as const)('does not delay the response to a request %s', async (_, code, credential) => {
    expectError(await sendAndCheck(app.port, post('Connection: close', json, hugeLength, ...credential)), code);
    expectError(
      await sendAndCheck(app.port, post('Connection: close', json, 'Transfer-Encoding: chunked', ...credential)),
      code,
    );
  });

  it('does not delay the response of an unknown operation', async () => {
    const head = ['Host: pets', 'Connection: close', hugeLength];
    expectError(await sendAndCheck(app.port, requestText('POST /nothing HTTP/1.1', head)), 'route_not_found');
    expectError(await sendAndCheck(app.port, requestText('PUT /v1/pets HTTP/1.1', head)), 'method_not_allowed');
  });

  it('does not delay the response of an operation without a body', async () => {
    const head = ['Host: pets', 'Connection: close', hugeLength, withKey()];
    expect((await sendAndCheck(app.port, requestText('GET /v1/pets HTTP/1.1', head))).status).toBe(200);
  });
});

describe('Expect: 100-continue', () => {
  it.each([
    ['there is no key', 'missing_api_key', () => [json, hugeLength]],
    ['the key is invalid', 'invalid_api_key', () => [json, hugeLength, 'Authorization: Bearer pets_1']],
    ['the body is too large', 'payload_too_large', () => [json, hugeLength, withKey()]],
    ['the body is not JSON', 'unsupported_media_type', () => ['Content-Type: text/plain', hugeLength, withKey()]],
  ] as const)(
    'gets the error response without 100, and the server closes the connection, if %s',
    async (_, code, headers) => {
      const received = await exchange(app.port, post(expectContinue, ...headers()));
      expect(received).not.toContain('100 Continue');
      const response = parseAndCheck(received);
      expectError(response, code);
      expect(response.headers['connection']).toBe('close');
    },
  );

  it.each(['100-continue', '100-Continue'])('gets 100 Continue as %s if the body is accepted', async (expectation) => {
    const head = post('Connection: close', `Expect: ${expectation}`, json, `Content-Length: ${body.length}`, withKey());
    const received = await exchange(app.port, head, body);
    expect(received.startsWith(continueHead)).toBe(true);
    expect(parseAndCheck(received.slice(continueHead.length))).toMatchObject({
      status: 201,
      headers: { connection: 'close' },
    });
  });

  it('keeps the connection open after the body has arrived', async () => {
    const head = post(expectContinue, json, `Content-Length: ${body.length}`, withKey());
    const next = requestText('OPTIONS /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close']);
    const received = await exchange(app.port, head, body + next);
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toStrictEqual(['HTTP/1.1 100', 'HTTP/1.1 201', 'HTTP/1.1 204']);
  });

  it('gets 100 and then the error of an invalid body', async () => {
    const head = post('Connection: close', expectContinue, json, 'Content-Length: 2', withKey());
    const received = await exchange(app.port, head, '{}');
    expect(received.startsWith(continueHead)).toBe(true);
    expectError(parseAndCheck(received.slice(continueHead.length)), 'invalid_body');
  });

  it('is ignored in HTTP/1.0', async () => {
    const head = [expectContinue, json, withKey()];
    expect((await sendAndCheck(app.port, requestText('POST /v1/pets HTTP/1.0', head, body))).status).toBe(201);
  });

  it('gets no 100 from operations without a body', async () => {
    const received = await exchange(
      app.port,
      requestText('GET /v1/pets HTTP/1.1', ['Host: pets', expectContinue, withKey()]),
    );
    expect(parseAndCheck(received).status).toBe(200);
  });
});
