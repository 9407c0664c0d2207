import { chooseRequestId } from '@petstore/http/context/request-context';
import { requestText, requestWith } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isSecret = (text: string) => text.includes('secret');
const requestIdFor = (...sent: string[]) => chooseRequestId(requestWith('x-request-id', ...sent), isSecret);

describe('chooseRequestId', () => {
  it.each([
    ['a UUID', '01f23dba-d7dc-4eba-95a9-12e2f77bcb01'],
    ['one character', '7'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['base64', 'c29tZSBieXRlcw+/=='],
    ['an id of a load balancer', 'Root=1-67891233-abcdef012345678912345678'],
    ['a path of services', 'shop/checkout:17@eu_1.a~b'],
    ['128 characters', 'x'.repeat(128)],
  ])('accepts %s', (_, id) => {
    expect(requestIdFor(id)).toBe(id);
  });

  it.each([
    ['no header', []],
    ['an empty header', ['']],
    ['129 characters', ['x'.repeat(129)]],
    ['white space', ['a b']],
    ['a tab', ['a\tb']],
    ['a line feed', ['a\nb']],
    ['an escape sequence', ['\x1b[31mred']],
    ['a C1 control sequence', ['\x9b31mred']],
    ['a letter outside ASCII', ['Zoë']],
    ['JSON', ['{"a":1}']],
    ['quotation marks', ['"a"']],
    ['markup', ['<b>']],
    ['a list', ['a,b']],
    ['a shell command', ['$(id)']],
    ['a backslash', ['a\\b']],
    ['the same id twice', ['a', 'a']],
    ['two ids', ['a', 'b']],
    ['an id and an empty header', ['a', '']],
  ])('generates an id for %s', (_, ids) => {
    expect(requestIdFor(...ids)).toMatch(uuid);
  });

  it('replaces an id that contains a secret', () => {
    expect(requestIdFor('secret')).toMatch(uuid);
    expect(requestIdFor('x-secret-y')).toMatch(uuid);
  });
});

describe('the request id of a client', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });

  afterAll(() => app.close());

  it.each([
    'GET /docs',
    'GET /nothing',
    'GET /v1/pets',
    'PUT /v1/pets',
    'OPTIONS /v1/pets',
    'GET /%zz',
    'GET http://',
    'GET /v1/pets HTTP/1.1\r\nExpect: tea',
  ])('is in the response to %s', async (start) => {
    const id = `client/${Buffer.from(start).toString('base64url')}`;
    const requestLine = start.includes('HTTP/1.1') ? start : `${start} HTTP/1.1`;
    const response = await sendAndCheck(
      app.port,
      requestText(requestLine, ['Host: pets', 'Connection: close', `X-Request-Id: ${id}`]),
    );
    expect(response.headers['x-request-id']).toBe(id);
    expect(await app.log.accessLogLineOf(id)).toMatchObject({ status: response.status });
  });

  it('is replaced if it contains an API key', async () => {
    for (const id of [app.key, `x-${app.key}-y`]) {
      const { headers } = await app.client.get('/v1/pets').set('X-Request-Id', id);
      expect(headers['x-request-id']).toMatch(uuid);
    }
  });

  it('is in the error line if the use case throws', async () => {
    jest.spyOn(app.pets, 'list').mockRejectedValue(new Error('gone'));
    await app.client.get('/v1/pets').set('X-Request-Id', 'failed-1');
    expect(app.log.otherLinesOf('failed-1')).toMatchObject([{ msg: 'request failed', err: { message: 'gone' } }]);
  });
});
