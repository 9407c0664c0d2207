import type { TrustedProxies } from '@petstore/http/server/trusted-proxies';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

async function start(trustedProxies: TrustedProxies | undefined): Promise<void> {
  app = await startTestApp({ ...(trustedProxies && { trustedProxies }) });
}

/** Starts the service, sends a request whose use case throws, and returns the client address in the error line. */
async function loggedClient(forwardedFor: string, trustedProxies?: TrustedProxies): Promise<string | undefined> {
  await start(trustedProxies);
  jest.spyOn(app.pets, 'list').mockRejectedValue(new Error('broken'));
  const { headers } = await app.client.get('/v1/pets').set({
    'X-Forwarded-For': forwardedFor,
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'gopher',
    Forwarded: 'for=6.6.6.6',
  });
  const [line] = app.log.otherLinesOf(headers['x-request-id']);
  expect(JSON.stringify(line)).not.toMatch(/evil\.example|gopher/);
  return line?.client;
}

describe('the client address in an error line', () => {
  it.each([
    ['the peer if no proxy is trusted', '9.9.9.9', undefined, '127.0.0.1'],
    ['the address that the only proxy forwards', '9.9.9.9', 1, '9.9.9.9'],
    ['the address that the nearest proxy adds, not the one that the client sends', '6.6.6.6, 9.9.9.9', 1, '9.9.9.9'],
    ['the address that the farther of two proxies forwards', '6.6.6.6, 9.9.9.9, 10.0.0.1', 2, '9.9.9.9'],
    ['the address that a trusted address forwards', '6.6.6.6, 9.9.9.9', ['loopback'], '9.9.9.9'],
    ['the first address that is not trusted', '6.6.6.6, 9.9.9.9, 10.1.2.3', ['loopback', '10.0.0.0/8'], '9.9.9.9'],
    ['the peer if it is not trusted', '9.9.9.9', ['10.0.0.0/8'], '127.0.0.1'],
  ])('is %s', async (_, forwardedFor, trustedProxies, client) => {
    expect(await loggedClient(forwardedFor, trustedProxies)).toBe(client);
  });
});

describe.each([undefined, 1])('a redirect or link with TRUST_PROXY=%p', (trustedProxies) => {
  it('is a path without a host or scheme from a header', async () => {
    await start(trustedProxies);
    const forwarded = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Prefix': '/evil',
    };
    const create = () => app.client.post('/v1/pets').set(forwarded).send({ name: 'Rex', categoryId: 7 });
    const [created] = [await create(), await create()];
    expect(created.headers['location']).toBe('/v1/pets/1');
    const page = await app.client.get('/v1/pets?limit=1').set(forwarded);
    expect(page.headers['link']).toMatch(/^<\/v1\/pets\?/);
    expect((await app.unauthenticated.get('/').set(forwarded)).headers['location']).toBe('/docs');
    for (const path of ['/docs', '/docs/swagger-ui-init.js', '/openapi.json']) {
      const response = await app.unauthenticated.get(path).set(forwarded);
      expect(response.status).toBe(200);
      expect(response.text + JSON.stringify(response.headers)).not.toMatch(/evil/);
    }
  });
});
