import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const ask = (what: string) => app.unauthenticated.get(`/health/${what}`);

it('says that it lives and is ready, without a key', async () => {
  expect((await ask('live')).body).toEqual({ status: 'live' });
  const ready = await ask('ready');
  expect({ status: ready.status, body: ready.body }).toEqual({ status: 200, body: { status: 'ready' } });
  expect(ready.headers['cache-control']).toBe('no-store');
});

it('lives, and is not ready, while the database does not answer; why is not told to strangers', async () => {
  jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
  const answer = await ask('ready');
  expect(expectError(answer, 'service_unavailable')).toBe('The database does not answer.');
  expect(answer.headers['retry-after']).toBe('1');
  expect((await ask('live')).status).toBe(200);
});

it('does not ask the database for the answer', async () => {
  const ping = jest.spyOn(app.dependency, 'ping').mockReturnValue(new Promise(() => undefined));
  expect((await ask('ready')).status).toBe(200);
  expect(ping).not.toHaveBeenCalled();
});

it('is not ready from the moment on that it is about to end', async () => {
  app.readiness.markStopping();
  expect(expectError(await ask('ready'), 'service_unavailable')).toBe('The service is about to end.');
});

it('answers to HEAD too, and to nothing that would change it', async () => {
  expect((await app.unauthenticated.head('/health/ready')).status).toBe(200);
  expectError(await app.unauthenticated.post('/health/live'), 'method_not_allowed');
  expectError(await ask('else'), 'route_not_found');
});
