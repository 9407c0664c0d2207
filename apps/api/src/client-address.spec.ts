import { requestText } from '@petstore/testing/raw';
import type { Settings } from './settings.ts';
import { sendAndCheck } from './testing/document-check.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

const head = (...headers: string[]) =>
  requestText('GET /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', ...headers]);

async function loggedClient(bytes: string): Promise<string | undefined> {
  const response = await sendAndCheck(app.port, bytes);
  return (await app.log.accessLogLineOf(response.headers['x-request-id'])).client;
}

describe('the client address in the log line of a request', () => {
  it.each<[string, string, Partial<Settings>, string]>([
    ['the peer if no proxy is trusted', '9.9.9.9', {}, '127.0.0.1'],
    ['the address that the only proxy adds', '6.6.6.6, 9.9.9.9', { trustedProxies: 1 }, '9.9.9.9'],
    ['the address before two proxies', '6.6.6.6, 9.9.9.9, 10.0.0.1', { trustedProxies: 2 }, '9.9.9.9'],
    [
      'the first address that is not trusted',
      '6.6.6.6, 9.9.9.9, 10.1.2.3',
      { trustedProxies: ['loopback', '10.0.0.0/8'] },
      '9.9.9.9',
    ],
    [
      'the first address if all are trusted',
      ' 10.1.2.3,,fd00::5 , ::ffff:172.16.0.1',
      { trustedProxies: ['loopback', 'uniquelocal'] },
      '10.1.2.3',
    ],
    [
      'an address with a port',
      '10.1.2.3, [2001:db8::1]:80',
      { trustedProxies: ['::1', '127.0.0.1'] },
      '[2001:db8::1]:80',
    ],
    ['the peer if it is not trusted', '9.9.9.9', { trustedProxies: ['10.0.0.0/8'] }, '127.0.0.1'],
    ['the peer if the service listens on ::', '9.9.9.9', { host: '::' }, '127.0.0.1'],
    [
      'the first address that is not trusted if it listens on ::',
      '9.9.9.9',
      { host: '::', trustedProxies: ['127.0.0.0/8'] },
      '9.9.9.9',
    ],
    ['the peer if it is not trusted and on ::', '9.9.9.9', { host: '::', trustedProxies: ['10.0.0.0/8'] }, '127.0.0.1'],
    ['the peer if a proxy forwards a text that is no address', 'pets_secret', { trustedProxies: 1 }, '127.0.0.1'],
    ['the peer if a proxy forwards a text longer than an address', '1'.repeat(55), { trustedProxies: 1 }, '127.0.0.1'],
  ])('is %s', async (_, forwardedFor, settings, client) => {
    app = await startTestApp(settings);
    const forwarded = `X-Forwarded-For: ${forwardedFor}`;
    expect(await loggedClient(head(forwarded, 'Forwarded: for=6.6.6.6'))).toBe(client);
    expect(await loggedClient(head(forwarded, 'Expect: tea'))).toBe(client);
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('broken'));
    const failed = await sendAndCheck(app.port, head(forwarded, app.withKey));
    expect(app.log.otherLinesOf(failed.headers['x-request-id'])).toMatchObject([{ msg: 'request failed', client }]);
  });

  it.each(['127.0.0.1', '::'])('is the peer if a request on %s could not be parsed', async (host) => {
    app = await startTestApp({ host, trustedProxies: 1 });
    expect(await loggedClient('garbage\r\n\r\n')).toBe('127.0.0.1');
  });
});

it.each([undefined, 1])('no redirect or link has a host from a header, with TRUST_PROXY=%p', async (trustedProxies) => {
  app = await startTestApp({ ...(trustedProxies && { trustedProxies }) });
  const forwarded = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Prefix': '/evil' };
  const create = () => app.client.post('/v1/pets').set(forwarded).send({ name: 'Rex', categoryId: 7 });
  const created = await create();
  // With a second animal, a page of one animal has a link to the next page.
  await create();
  expect(created.headers['location']).toBe('/v1/pets/1');
  expect((await app.client.get('/v1/pets?limit=1').set(forwarded)).headers['link']).toMatch(/^<\/v1\/pets\?/);
  expect((await app.unauthenticated.get('/').set(forwarded)).headers['location']).toBe('/docs');
  for (const path of ['/docs', '/docs/swagger-ui-init.js', '/openapi.json']) {
    const response = await app.unauthenticated.get(path).set(forwarded);
    expect(response.status).toBe(200);
    expect(response.text + JSON.stringify(response.headers)).not.toMatch(/evil/);
  }
});
