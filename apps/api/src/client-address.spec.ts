import { clientAddressOf, trustIn, type TrustedProxies } from '@petstore/edge/client-address';
import { requestText, requestWith } from '@petstore/testing/raw';
import { sendAndCheck } from './testing/document-check.ts';
import { useTestApp } from './testing/test-app.ts';

const [ipv4, onIpv6] = ['127.0.0.1', '::ffff:127.0.0.1'];

it.each<[string, string, TrustedProxies | undefined, peer: string, expected: string]>([
  ['the peer if no proxy is trusted', '9.9.9.9', undefined, ipv4, ipv4],
  ['the address that the only proxy adds', '6.6.6.6, 9.9.9.9', 1, ipv4, '9.9.9.9'],
  ['the address before two proxies', '6.6.6.6, 9.9.9.9, 10.0.0.1', 2, ipv4, '9.9.9.9'],
  ['the first that is not trusted', '6.6.6.6, 9.9.9.9, 10.1.2.3', ['loopback', '10.0.0.0/8'], ipv4, '9.9.9.9'],
  ['the first if all are', ' 10.1.2.3,,fd00::5 , ::ffff:172.16.0.1', ['loopback', 'uniquelocal'], ipv4, '10.1.2.3'],
  ['an address with a port', '10.1.2.3, [2001:db8::1]:80', ['::1', '127.0.0.1'], ipv4, '[2001:db8::1]:80'],
  ['the peer if it is not trusted', '9.9.9.9', ['10.0.0.0/8'], ipv4, ipv4],
  ['the peer if the service listens on ::', '9.9.9.9', undefined, onIpv6, ipv4],
  ['the first that is not trusted if it listens on ::', '9.9.9.9', ['127.0.0.0/8'], onIpv6, '9.9.9.9'],
  ['the peer if it is not trusted and on ::', '9.9.9.9', ['10.0.0.0/8'], onIpv6, ipv4],
  ['the peer if a proxy forwards a text that is no address', 'pets_secret', 1, ipv4, ipv4],
  ['the peer if a proxy forwards a text longer than an address', '1'.repeat(55), 1, ipv4, ipv4],
])('the client address is %s', (_, forwardedFor, proxies, peer, expected) => {
  const request = requestWith('x-forwarded-for', forwardedFor);
  Object.defineProperty(request.socket, 'remoteAddress', { value: peer });
  expect(clientAddressOf(request, proxies === undefined ? undefined : trustIn(proxies))).toBe(expected);
});

describe.each([
  ['no trusted proxy', {}, '127.0.0.1'],
  ['one trusted proxy, on ::', { host: '::', trustedProxies: 1 }, '9.9.9.9'],
])('with %s', (_, settings, client) => {
  const app = useTestApp(settings);

  async function loggedClient(bytes: string): Promise<string | undefined> {
    const response = await sendAndCheck(app.port, bytes);
    return (await app.log.accessLogLineOf(response.headers['x-request-id'])).client;
  }

  it('the log line of a request has the address of the client, and that of the peer if it could not be parsed', async () => {
    const headers = ['Host: pets', 'Connection: close', 'X-Forwarded-For: 9.9.9.9', 'Forwarded: for=6.6.6.6'];
    expect(await loggedClient(requestText('GET /v1/pets HTTP/1.1', headers))).toBe(client);
    expect(await loggedClient(requestText('GET /v1/pets HTTP/1.1', [...headers, 'Expect: tea']))).toBe(client);
    expect(await loggedClient('garbage\r\n\r\n')).toBe('127.0.0.1');
  });

  it('no redirect or link has a host from a header', async () => {
    const forwarded = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Prefix': '/evil',
    };
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
});
