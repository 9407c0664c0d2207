import { type HttpResponse, exchange, requestText } from '@petstore/testing/raw';
import { expectError } from './testing/expect-error.ts';
import { type Client, useTestApp } from './testing/test-app.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
let clock: jest.SpyInstance<number>;

const atSecond = (seconds: number) => clock.mockReturnValue(noon + seconds * 1_000);

const limitsOf = ({ headers }: Pick<HttpResponse, 'headers'>) => [headers['ratelimit-policy'], headers['ratelimit']];

describe('a limit of three requests per minute', () => {
  const policy = '"default";q=3;w=60';
  const app = useTestApp({ rateLimit: { requests: 3, seconds: 60 } });
  let key: string;
  let client: Client;

  beforeEach(async () => {
    // Each test has a key, whose requests nobody has counted.
    key = (await app.issueKey()).secret.text;
    client = app.authenticated(key);
    // Stops the clock until a test advances it.
    clock = jest.spyOn(Date, 'now').mockReturnValue(noon);
  });

  it('is in the headers of every response to a request with a key', async () => {
    const list = await client.head('/v1/pets');
    expect(list.status).toBe(200);
    expect(limitsOf(list)).toStrictEqual([policy, '"default";r=2;t=60']);
    atSecond(20);
    const missing = await client.get('/v1/pets/1');
    expectError(missing, 'pet_not_found');
    expect(limitsOf(missing)).toStrictEqual([policy, '"default";r=1;t=40']);
    atSecond(43.2);
    const invalid = await client.post('/v1/pets').send({});
    expectError(invalid, 'invalid_body');
    expect(limitsOf(invalid)).toStrictEqual([policy, '"default";r=0;t=17']);
  });

  it('returns 429 with Retry-After to further requests until the window ends', async () => {
    for (let count = 0; count < 3; count++) expect((await client.get('/v1/pets')).status).toBe(200);
    atSecond(42.001);
    for (const request of [client.get('/v1/pets'), client.get('/v1/pets/1'), client.post('/v1/pets')]) {
      const response = await request;
      const message = expectError(response, 'rate_limited');
      expect(message).toBe('An API key may make 3 requests in 60 s: try again in 18 s.');
      expect(response.headers['retry-after']).toBe('18');
      expect(limitsOf(response)).toStrictEqual([policy, '"default";r=0;t=18']);
    }
    atSecond(59.999);
    const deprecated = await client.get('/v1/pets/1');
    expect(deprecated.headers['retry-after']).toBe('1');
    expect(deprecated.headers).toHaveProperty('deprecation');
    atSecond(60);
    const next = await client.get('/v1/pets');
    expect(next.status).toBe(200);
    expect(limitsOf(next)).toStrictEqual([policy, '"default";r=2;t=60']);
  });

  it('counts each key separately, and concurrent requests', async () => {
    const { secret } = await app.issueKey();
    const responses = await Promise.all(Array.from({ length: 8 }, () => client.get('/v1/pets')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    const left = responses.map(({ headers }) => /r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]);
    expect(left.sort()).toStrictEqual(['0', '0', '0', '0', '0', '0', '1', '2']);
    const another = await app.authenticated(secret.text).get('/v1/pets');
    expect(limitsOf(another)).toStrictEqual([policy, '"default";r=2;t=60']);
  });

  it('counts only requests to operations, with an allowed method and a valid key', async () => {
    const others = [
      await client.options('/v1/pets'),
      await client.put('/v1/pets'),
      await client.get('/v1'),
      await client.get('/docs'),
      await client.get('/health/ready'),
      await app.unauthenticated.get('/v1/pets'),
      await app.authenticated('pets_1').get('/v1/pets'),
    ];
    for (const response of others) expect(limitsOf(response)).toStrictEqual([undefined, undefined]);
    expect(limitsOf(await client.get('/v1/pets'))).toStrictEqual([policy, '"default";r=2;t=60']);
  });

  it('returns 429 without reading the body', async () => {
    for (let count = 0; count < 3; count++) await client.get('/v1/pets');
    const headers = ['Host: pets', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
    const head = requestText('POST /v1/pets HTTP/1.1', [...headers, 'Expect: 100-continue', 'Content-Length: 29']);
    expect(await exchange(app.port, head, '{"name":"Rex","categoryId":7}')).toMatch(/^HTTP\/1\.1 429 /);
  });
});

describe('without RATE_LIMIT', () => {
  const app = useTestApp();

  it('the service adds no rate-limit headers', async () => {
    expect(limitsOf(await app.client.get('/v1/pets'))).toStrictEqual([undefined, undefined]);
  });
});
