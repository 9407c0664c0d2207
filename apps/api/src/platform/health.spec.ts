import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const ask = (what: string) => app.unauthenticated.get(`/health/${what}`);

it('responds without a key', async () => {
  expect((await ask('live')).body).toEqual({ status: 'live' });
  const ready = await ask('ready');
  expect({ status: ready.status, body: ready.body }).toEqual({ status: 200, body: { status: 'ready' } });
  expect(ready.headers['cache-control']).toBe('no-store');
});

it('is live but not ready while the database does not answer, and does not reveal why', async () => {
  jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
  const answer = await ask('ready');
  expect(expectError(answer, 'service_unavailable')).toBe('The database does not answer.');
  expect(answer.headers['retry-after']).toBe('1');
  expect((await ask('live')).status).toBe(200);
});

it('does not query the database for a probe', async () => {
  const ping = jest.spyOn(app.dependency, 'ping').mockReturnValue(new Promise(() => undefined));
  expect((await ask('ready')).status).toBe(200);
  expect(ping).not.toHaveBeenCalled();
});

it('is not ready as soon as it is stopping', async () => {
  app.readiness.markStopping();
  expect(expectError(await ask('ready'), 'service_unavailable')).toBe('The service is about to end.');
});

it('responds to HEAD, and not to other methods and paths', async () => {
  expect((await app.unauthenticated.head('/health/ready')).status).toBe(200);
  expectError(await app.unauthenticated.post('/health/live'), 'method_not_allowed');
  expectError(await ask('else'), 'route_not_found');
});
