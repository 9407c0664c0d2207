import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const getHealth = (probe: string) => app.unauthenticated.get(`/health/${probe}`);

it('the health checks respond without a key', async () => {
  expect((await getHealth('live')).body).toEqual({ status: 'live' });
  const ready = await getHealth('ready');
  expect({ status: ready.status, body: ready.body }).toEqual({ status: 200, body: { status: 'ready' } });
  expect(ready.headers['cache-control']).toBe('no-store');
});

it('the service is live but not ready while the database does not respond, and does not reveal the error', async () => {
  jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
  const response = await getHealth('ready');
  expect(expectError(response, 'service_unavailable')).toBe('The database does not answer.');
  expect(response.headers['retry-after']).toBe('1');
  expect((await getHealth('live')).status).toBe(200);
});

it('a probe does not query the database', async () => {
  const ping = jest.spyOn(app.dependency, 'ping').mockReturnValue(new Promise(() => undefined));
  expect((await getHealth('ready')).status).toBe(200);
  expect(ping).not.toHaveBeenCalled();
});

it('the service is not ready as soon as it is stopping', async () => {
  app.readiness.markStopping();
  expect(expectError(await getHealth('ready'), 'service_unavailable')).toBe('The service is about to end.');
});

it('the health checks respond to HEAD, and not to other methods and paths', async () => {
  expect((await app.unauthenticated.head('/health/ready')).status).toBe(200);
  expectError(await app.unauthenticated.post('/health/live'), 'method_not_allowed');
  expectError(await getHealth('other'), 'route_not_found');
});
