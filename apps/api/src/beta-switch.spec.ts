import { expectError } from './testing/expect-error.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

describe('with BETA off', () => {
  beforeEach(async () => {
    app = await startTestApp();
  });

  it.each([
    'get /v1/store/orders',
    'post /v1/store/orders',
    'get /v1/store/orders/1',
    'post /v1/store/orders/1/complete',
  ])('%s is 404 route_not_found', async (operation) => {
    const [method, path] = operation.split(' ') as ['get' | 'post', string];
    expectError(await app.client[method](path).send(method === 'post' ? {} : undefined), 'route_not_found');
  });

  it('GET /v1/pets/changes is a getPet without a pet', async () => {
    const response = await app.client.get('/v1/pets/changes');
    expectError(response, 'pet_not_found');
    expect(response.headers).toHaveProperty('sunset');
  });

  it('PATCH /v1/pets/1 is 405', async () => {
    const response = await app.client.patch('/v1/pets/1').send({});
    expectError(response, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('with BETA on', () => {
  beforeEach(async () => {
    app = await startTestApp({ beta: true });
  });

  it('PUT /v1/pets/1 names PATCH as allowed', async () => {
    const response = await app.client.put('/v1/pets/1').send({});
    expectError(response, 'method_not_allowed');
    expect(response.headers['allow']?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'PATCH']);
  });
});
