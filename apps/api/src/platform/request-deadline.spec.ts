import { RequestContext } from '@petstore/http/context/request-context';
import { Deadline, DeadlineExceeded } from '@petstore/kernel';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

describe('the deadline of a request', () => {
  const context = new RequestContext();

  beforeEach(() => void jest.useFakeTimers());

  afterEach(() => void jest.useRealTimers());

  it('excludes the time in which the service waits for the client', async () => {
    context.deadline = new Deadline(performance.now() + 2_300);
    const before = context.deadline.at;
    await jest.advanceTimersByTimeAsync(500);
    const body = context.excludeWait(new Promise((read) => setTimeout(() => read('body'), 10_000)));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await body).toBe('body');
    expect(context.deadline.at).toBe(before + 10_000);
  });

  it('ends the wait and does not cancel the work', async () => {
    context.deadline = new Deadline(performance.now() + 100);
    const late = context.withinDeadline(new Promise(() => undefined)).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    expect(await late).toBeInstanceOf(DeadlineExceeded);
    await expect(context.withinDeadline(Promise.reject(new RangeError()))).rejects.toThrow(RangeError);
    context.deadline = Deadline.none;
    await expect(context.withinDeadline(Promise.resolve('key'))).resolves.toBe('key');
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the deadline over HTTP', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startTestApp();
  });

  afterEach(() => app.close());

  it('is passed to the repository by every operation', async () => {
    const [find, list, add] = [jest.spyOn(app.pets, 'find'), jest.spyOn(app.pets, 'list'), jest.spyOn(app.pets, 'add')];
    await app.client.get('/v1/pets/1');
    await app.client.get('/v1/pets');
    await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 1 });
    for (const { mock } of [find, list, add]) expect(mock.calls[0]?.[1]).toBeInstanceOf(Deadline);
  });

  it('ends the check of a key with 503 if the repository does not respond', async () => {
    await app.close();
    app = await startTestApp({
      httpLimits: {
        headersTimeout: 1_000,
        requestTimeout: 1_000,
        idleTimeout: 5_000,
        maxConnections: 100,
        responseTimeout: 50,
      },
    });
    jest.spyOn(app.keys, 'findByHash').mockReturnValue(new Promise(() => undefined));
    expectError(await app.client.get('/v1/pets'), 'service_unavailable');
  });
});
