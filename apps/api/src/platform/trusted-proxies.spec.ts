import type { TrustedProxies } from '@petstore/http/server/trusted-proxies';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

async function start(trustedProxies: TrustedProxies | undefined): Promise<void> {
  app = await startTestApp({ ...(trustedProxies && { trustedProxies }) });
}

/** Who is told to the log to have met a failure. */
async function clientOf(forwardedFor: string, trustedProxies?: TrustedProxies): Promise<string | undefined> {
  await start(trustedProxies);
  jest.spyOn(app.pets, 'list').mockRejectedValue(new Error('broken'));
  const { headers } = await app.client.get('/v1/pets').set({
    'X-Forwarded-For': forwardedFor,
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'gopher',
    Forwarded: 'for=6.6.6.6',
  });
  const [line] = app.log.of(headers['x-request-id']);
  expect(JSON.stringify(line)).not.toMatch(/evil\.example|gopher/);
  return line?.client;
}

describe('the client of a failure in the log', () => {
  it.each([
    ['whoever connected, whatever is said, when no proxy is trusted', '9.9.9.9', undefined, '127.0.0.1'],
    ['whom the one proxy in front names', '9.9.9.9', 1, '9.9.9.9'],
    ['whom the nearest proxy names, not what the client wrote', '6.6.6.6, 9.9.9.9', 1, '9.9.9.9'],
    ['whom the farther of two proxies names', '6.6.6.6, 9.9.9.9, 10.0.0.1', 2, '9.9.9.9'],
    ['whom a trusted address names', '6.6.6.6, 9.9.9.9', ['loopback'], '9.9.9.9'],
    ['the first that is not trusted', '6.6.6.6, 9.9.9.9, 10.1.2.3', ['loopback', '10.0.0.0/8'], '9.9.9.9'],
    ['whoever connected, when that is not trusted', '9.9.9.9', ['10.0.0.0/8'], '127.0.0.1'],
  ])('is %s', async (_, forwardedFor, trustedProxies, client) => {
    expect(await clientOf(forwardedFor, trustedProxies)).toBe(client);
  });
});

describe.each([undefined, 1])('what leads elsewhere, trusting %p', (trustedProxies) => {
  it('is a path, and never what a header says of host and scheme', async () => {
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
      const answer = await app.unauthenticated.get(path).set(forwarded);
      expect(answer.status).toBe(200);
      expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/evil/);
    }
  });
});
