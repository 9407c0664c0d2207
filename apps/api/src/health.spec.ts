import { expectError } from './testing/expect-error.ts';
import { startTestApp, useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const getHealth = (probe: string) => app.unauthenticated.get(`/health/${probe}`);

it('the probes respond without a key, and do not wait for the database', async () => {
  jest.spyOn(app.database, 'ping').mockReturnValue(new Promise(() => undefined));
  expect((await getHealth('live')).body).toEqual({ status: 'live' });
  expect(await getHealth('ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

it('the service is live but not ready while the database does not respond, and a probe logs nothing but its request', async () => {
  jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
  const response = await getHealth('ready');
  expect(expectError(response, 'service_unavailable')).toBe('The database does not answer.');
  expect(response.headers['retry-after']).toBe('1');
  expect(app.log.otherLinesOf(response.headers['x-request-id'])).toEqual([]);
  expect((await getHealth('live')).status).toBe(200);
});

it('the service is not ready as soon as it is stopping', async () => {
  const stopping = await startTestApp();
  stopping.readiness.onModuleDestroy();
  const response = await stopping.unauthenticated.get('/health/ready');
  expect(expectError(response, 'service_unavailable')).toBe('The service is about to end.');
  await stopping.close();
});
