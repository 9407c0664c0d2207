import { PetstoreError, type PetstoreClient } from './index.ts';
import {
  FakeServer,
  json,
  outcome,
  refused,
  rex,
  stopTimers,
  unreachable,
  type Reaction,
} from './testing/fake-server.ts';

beforeEach(() => {
  stopTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const read = ({ pets }: PetstoreClient, signal?: AbortSignal) => pets.get(42, { signal });
const create = ({ pets }: PetstoreClient, signal?: AbortSignal) =>
  pets.create({ name: 'Rex', categoryId: 7 }, { signal });

describe('an error', () => {
  it('has the fields of the error response', async () => {
    const service = new FakeServer(refused(404, 'pet_not_found'));
    const error = await outcome(read(service.client()));
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({
      name: 'PetstoreError',
      code: 'pet_not_found',
      message: 'It is pet_not_found.',
      status: 404,
      requestId: 'r-1',
      retryAfter: undefined,
    });
    expect(String(error)).toBe('PetstoreError: It is pet_not_found.');
  });

  it('has the seconds of Retry-After', async () => {
    const service = new FakeServer(refused(503, 'service_unavailable', { 'Retry-After': '7' }));
    expect(await outcome(read(service.client({ retries: 0 })))).toMatchObject({ status: 503, retryAfter: 7 });
  });

  it.each([
    [502, '<html>Bad Gateway</html>'],
    [500, ''],
    [302, ''],
    [400, '"invalid"'],
    [400, 'null'],
    [404, '{"code":404,"message":"not here"}'],
    [200, '<html>Log in</html>'],
    [200, 'null'],
    [200, '{"id":"42"}'],
  ])('is unexpected_response for a response %i %p of another server', async (status, text) => {
    const service = new FakeServer(json(status, text));
    const error = await outcome(read(service.client({ retries: 0 })));
    expect(error).toMatchObject({ name: 'PetstoreError', code: 'unexpected_response', status, requestId: 'r-1' });
  });

  it('has the cause of a network error', async () => {
    const cause = unreachable();
    const error = await outcome(read(new FakeServer(cause).client({ retries: 0 })));
    expect(error).toMatchObject({ code: 'network_error', status: 0, requestId: undefined });
    expect((error as Error).message).toBe('No response: connect ECONNREFUSED 127.0.0.1:1');
    expect((error as Error).cause).toBe(cause);
  });

  it.each([
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
    [new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }), 'ECONNREFUSED'],
    [new TypeError('Failed to fetch'), 'Failed to fetch'],
    [new Error(), 'Error'],
  ])('describes %p as %s', async (cause, reason) => {
    const error = await outcome(read(new FakeServer(cause).client({ retries: 0 })));
    expect((error as Error).message).toBe(`No response: ${reason}`);
  });

  it.each(['silence', 'silence after the headers'] as const)('is timeout after %s', async (silence) => {
    const service = new FakeServer(silence);
    const error = await outcome(read(service.client({ retries: 0, timeout: 1500 })));
    expect(error).toMatchObject({ code: 'timeout', status: 0, message: 'No response within 1500 ms.' });
    expect((error as Error).cause).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('retrying', () => {
  it('waits longer each time and stops after the configured number of retries', async () => {
    const service = new FakeServer(...Array.from({ length: 9 }, unreachable));
    expect(await outcome(read(service.client({ retries: 7 })))).toMatchObject({ code: 'network_error' });
    expect(service.times).toEqual([0, 250, 750, 1750, 3750, 7750, 15_750, 23_750]);
  });

  it('waits a random part of the back-off', async () => {
    jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0);
    const service = new FakeServer(unreachable(), unreachable(), json(200, rex));
    expect(await outcome(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 125, 125]);
  });

  it('adds the back-off to Retry-After', async () => {
    const service = new FakeServer(refused(429, 'rate_limited', { 'Retry-After': '5' }), json(200, rex));
    expect(await outcome(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 5250]);
  });

  it('stops when Retry-After is longer than a minute', async () => {
    const service = new FakeServer(refused(503, 'service_unavailable', { 'Retry-After': '61' }));
    expect(await outcome(read(service.client()))).toMatchObject({ status: 503, retryAfter: 61 });
    expect(service.requests).toHaveLength(1);
  });

  it('applies the timeout to each attempt, 10 s by default', async () => {
    const service = new FakeServer('silence', 'silence', json(200, rex));
    expect(await outcome(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 10_250, 20_750]);
  });

  it('does not happen with retries 0', async () => {
    const service = new FakeServer(unreachable());
    expect(await outcome(read(service.client({ retries: 0 })))).toMatchObject({ code: 'network_error' });
  });

  it('sends the same key and body of a create again', async () => {
    const service = new FakeServer(
      refused(503, 'outcome_unknown'),
      unreachable(),
      refused(409, 'idempotency_conflict', { 'Retry-After': '1' }),
      json(201, rex),
    );
    expect(await outcome(create(service.client({ retries: 3 })))).toMatchObject({ id: 42 });
    const keys = service.requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    expect(new Set(service.requests.map(({ body }) => body)).size).toBe(1);
    expect(service.times).toEqual([0, 250, 750, 2750]);
  });

  const both = { get: true, create: true };
  const never = { get: false, create: false };

  it.each<[string, () => Reaction, Record<string, boolean>]>([
    ['rate_limited', () => refused(429, 'rate_limited'), both],
    ["a proxy's 429", () => json(429, 'slow down'), both],
    ['service_unavailable', () => refused(503, 'service_unavailable'), both],
    ['outcome_unknown', () => refused(503, 'outcome_unknown'), both],
    ["a proxy's 502", () => json(502, '<html>'), both],
    ["a proxy's 503", () => json(503, '<html>'), both],
    ["a proxy's 504", () => json(504, '<html>'), both],
    ['a failing network', unreachable, both],
    ['silence', () => 'silence', both],
    ['idempotency_conflict', () => refused(409, 'idempotency_conflict'), { get: false, create: true }],
    ['idempotency_mismatch', () => refused(422, 'idempotency_mismatch'), never],
    ['internal_error', () => refused(500, 'internal_error'), never],
    ['invalid_api_key', () => refused(401, 'invalid_api_key'), never],
    ['invalid_body', () => refused(400, 'invalid_body'), never],
    ['a page that is not JSON', () => json(200, '<html>'), never],
  ])('after %s is limited to idempotent calls', async (_, reaction, expected) => {
    const isRepeated = async (call: (client: PetstoreClient) => Promise<unknown>) => {
      const service = new FakeServer(reaction(), json(200, rex));
      await outcome(call(service.client()));
      return service.requests.length === 2;
    };
    expect({ get: await isRepeated(read), create: await isRepeated(create) }).toEqual(expected);
  });
});

describe('cancelling', () => {
  const reason = new Error('the user left');

  it('sends nothing when the signal is already aborted', async () => {
    const service = new FakeServer();
    expect(await outcome(read(service.client(), AbortSignal.abort(reason)))).toBe(reason);
    expect(service.requests).toEqual([]);
  });

  it.each(['silence', 'silence after the headers'] as const)(
    "during %s rejects with the signal's reason",
    async (silence) => {
      const service = new FakeServer(silence);
      const controller = new AbortController();
      const call = read(service.client(), controller.signal).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(100);
      controller.abort(reason);
      expect(await call).toBe(reason);
      expect(service.requests).toHaveLength(1);
    },
  );

  it('ends the delay before the next attempt immediately', async () => {
    const service = new FakeServer(refused(503, 'service_unavailable', { 'Retry-After': '50' }));
    const controller = new AbortController();
    const call = read(service.client(), controller.signal).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  it('is not retried, even if the reason is a network_error', async () => {
    const service = new FakeServer('silence');
    const controller = new AbortController();
    const call = read(service.client(), controller.signal).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1);
    controller.abort(new PetstoreError('network_error', 'mine', { status: 0 }));
    expect(await outcome(call)).toBe(controller.signal.reason);
    expect(service.requests).toHaveLength(1);
  });

  it('removes its listeners from the signal', async () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    const service = new FakeServer(unreachable(), json(200, rex));
    await outcome(read(service.client(), signal));
    expect(added).toHaveBeenCalledTimes(3);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});
