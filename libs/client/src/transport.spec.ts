import { PetstoreError, type PetstoreClient } from './index.ts';
import {
  FakeServer,
  jsonResponse,
  runTimersAndSettle,
  errorResponse,
  rex,
  fakeTimers,
  connectionRefused,
  type Reaction,
} from './testing/fake-server.ts';

beforeEach(() => {
  fakeTimers();
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
    const service = new FakeServer(errorResponse(404, 'pet_not_found'));
    const error = await runTimersAndSettle(read(service.client()));
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

  it('has the seconds of the header Retry-After', async () => {
    const service = new FakeServer(errorResponse(503, 'service_unavailable', { 'Retry-After': '7' }));
    expect(await runTimersAndSettle(read(service.client({ retries: 0 })))).toMatchObject({
      status: 503,
      retryAfter: 7,
    });
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
  ])('has the code unexpected_response for a response %i %p of another server', async (status, text) => {
    const service = new FakeServer(jsonResponse(status, text));
    const error = await runTimersAndSettle(read(service.client({ retries: 0 })));
    expect(error).toMatchObject({ name: 'PetstoreError', code: 'unexpected_response', status, requestId: 'r-1' });
  });

  it('has the cause of a network error', async () => {
    const cause = connectionRefused();
    const error = await runTimersAndSettle(read(new FakeServer(cause).client({ retries: 0 })));
    expect(error).toMatchObject({ code: 'network_error', status: 0, requestId: undefined });
    expect((error as Error).message).toBe('No response: connect ECONNREFUSED 127.0.0.1:1');
    expect((error as Error).cause).toBe(cause);
  });

  it.each([
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
    [new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }), 'ECONNREFUSED'],
    [new TypeError('Failed to fetch'), 'Failed to fetch'],
    [new Error(), 'Error'],
  ])('has the message "No response" with the reason of the error %p: %s', async (cause, reason) => {
    const error = await runTimersAndSettle(read(new FakeServer(cause).client({ retries: 0 })));
    expect((error as Error).message).toBe(`No response: ${reason}`);
  });

  it.each(['no response', 'no body'] as const)(
    'has the code timeout if the server sends %s in time',
    async (reaction) => {
      const service = new FakeServer(reaction);
      const error = await runTimersAndSettle(read(service.client({ retries: 0, timeout: 1500 })));
      expect(error).toMatchObject({ code: 'timeout', status: 0, message: 'No response within 1500 ms.' });
      expect((error as Error).cause).toMatchObject({ name: 'TimeoutError' });
    },
  );
});

describe('retrying', () => {
  it('doubles the back-off up to 8 s and stops after the configured number of retries', async () => {
    const service = new FakeServer(...Array.from({ length: 9 }, connectionRefused));
    expect(await runTimersAndSettle(read(service.client({ retries: 7 })))).toMatchObject({ code: 'network_error' });
    expect(service.times).toEqual([0, 250, 750, 1750, 3750, 7750, 15_750, 23_750]);
  });

  it('waits for a random part of the back-off', async () => {
    jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0);
    const service = new FakeServer(connectionRefused(), connectionRefused(), jsonResponse(200, rex));
    expect(await runTimersAndSettle(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 125, 125]);
  });

  it('adds the back-off to Retry-After', async () => {
    const service = new FakeServer(errorResponse(429, 'rate_limited', { 'Retry-After': '5' }), jsonResponse(200, rex));
    expect(await runTimersAndSettle(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 5250]);
  });

  it('does not happen if Retry-After is longer than a minute', async () => {
    const service = new FakeServer(errorResponse(503, 'service_unavailable', { 'Retry-After': '61' }));
    expect(await runTimersAndSettle(read(service.client()))).toMatchObject({ status: 503, retryAfter: 61 });
    expect(service.requests).toHaveLength(1);
  });

  it('ends with the error and the Retry-After of the last response', async () => {
    const service = new FakeServer(
      errorResponse(429, 'rate_limited', { 'Retry-After': '5' }),
      errorResponse(503, 'service_unavailable', { 'Retry-After': '1' }),
      errorResponse(409, 'idempotency_conflict', { 'Retry-After': '2' }),
    );
    const error = await runTimersAndSettle(create(service.client()));
    expect(error).toMatchObject({ code: 'idempotency_conflict', status: 409, retryAfter: 2 });
    expect(service.times).toEqual([0, 5250, 6750]);
  });

  it('applies the timeout to each attempt, 10 s by default', async () => {
    const service = new FakeServer('no response', 'no response', jsonResponse(200, rex));
    expect(await runTimersAndSettle(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 10_250, 20_750]);
  });

  it('does not happen if the option `retries` is 0', async () => {
    const service = new FakeServer(connectionRefused());
    expect(await runTimersAndSettle(read(service.client({ retries: 0 })))).toMatchObject({ code: 'network_error' });
  });

  it.each<[string, string, (client: PetstoreClient) => Promise<unknown>]>([
    ['create', rex, create],
    ['order', '{"id":42,"petId":42,"status":"placed"}', ({ orders }) => orders.place({ petId: 42 })],
  ])('sends the same key and body of a %s again', async (_, created, call) => {
    const service = new FakeServer(
      errorResponse(503, 'outcome_unknown'),
      connectionRefused(),
      errorResponse(409, 'idempotency_conflict', { 'Retry-After': '1' }),
      jsonResponse(201, created),
    );
    expect(await runTimersAndSettle(call(service.client({ retries: 3 })))).toMatchObject({ id: 42 });
    const keys = service.requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    expect(new Set(service.requests.map(({ body }) => body)).size).toBe(1);
    expect(service.times).toEqual([0, 250, 750, 2750]);
  });

  /** One call of each kind. The response is accepted by all of them. */
  const calls: Record<string, (client: PetstoreClient) => Promise<unknown>> = {
    get: read,
    'get an order': ({ orders }) => orders.get(12),
    update: ({ pets }) => pets.update(42, { status: 'sold' }),
    complete: ({ orders }) => orders.complete(12),
    cancel: ({ orders }) => orders.cancel(12),
    return: ({ orders }) => orders.return(12),
    create,
    place: ({ orders }) => orders.place({ petId: 42 }),
  };
  const petAndOrder = '{"id":42,"petId":42,"name":"Rex","categoryId":7,"status":"available"}';

  const all = Object.keys(calls);
  const none: string[] = [];

  it.each<[string, () => Reaction, string[]]>([
    ['rate_limited', () => errorResponse(429, 'rate_limited'), all],
    ["a proxy's 429", () => jsonResponse(429, 'slow down'), all],
    ['service_unavailable', () => errorResponse(503, 'service_unavailable'), all],
    ['outcome_unknown', () => errorResponse(503, 'outcome_unknown'), all],
    ["a proxy's 502", () => jsonResponse(502, '<html>'), all],
    ["a proxy's 503", () => jsonResponse(503, '<html>'), all],
    ["a proxy's 504", () => jsonResponse(504, '<html>'), all],
    ['a network error', connectionRefused, all],
    ['no response', () => 'no response', all],
    ['idempotency_conflict', () => errorResponse(409, 'idempotency_conflict'), ['create', 'place']],
    ['idempotency_mismatch', () => errorResponse(422, 'idempotency_mismatch'), none],
    ['pet_not_available', () => errorResponse(409, 'pet_not_available'), none],
    ['pet_has_order', () => errorResponse(409, 'pet_has_order'), none],
    ['invalid_order_transition', () => errorResponse(409, 'invalid_order_transition'), none],
    ['internal_error', () => errorResponse(500, 'internal_error'), none],
    ['invalid_api_key', () => errorResponse(401, 'invalid_api_key'), none],
    ['read_only_key', () => errorResponse(403, 'read_only_key'), none],
    ['invalid_body', () => errorResponse(400, 'invalid_body'), none],
    ['cursor_gone', () => errorResponse(410, 'cursor_gone'), none],
    ['a page that is not JSON', () => jsonResponse(200, '<html>'), none],
  ])('after %s happens only for the expected calls', async (_, reaction, expected) => {
    const retried: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      const service = new FakeServer(reaction(), jsonResponse(200, petAndOrder));
      await runTimersAndSettle(call(service.client()));
      if (service.requests.length === 2) retried.push(name);
    }
    expect(retried).toEqual(expected);
  });
});

describe('cancelling', () => {
  const reason = new Error('the user left');

  it('sends no request if the signal is already aborted', async () => {
    const service = new FakeServer();
    expect(await runTimersAndSettle(read(service.client(), AbortSignal.abort(reason)))).toBe(reason);
    expect(service.requests).toEqual([]);
  });

  it.each(['no response', 'no body'] as const)(
    "rejects with the signal's reason while the server sends %s",
    async (reaction) => {
      const service = new FakeServer(reaction);
      const controller = new AbortController();
      const call = read(service.client(), controller.signal).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(100);
      controller.abort(reason);
      expect(await call).toBe(reason);
      expect(service.requests).toHaveLength(1);
    },
  );

  it('ends the delay before the next attempt immediately', async () => {
    const service = new FakeServer(errorResponse(503, 'service_unavailable', { 'Retry-After': '50' }));
    const controller = new AbortController();
    const call = read(service.client(), controller.signal).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  it('prevents a retry, even if the reason is a PetstoreError network_error', async () => {
    const service = new FakeServer('no response');
    const controller = new AbortController();
    const call = read(service.client(), controller.signal).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1);
    controller.abort(new PetstoreError('network_error', 'mine', { status: 0 }));
    expect(await runTimersAndSettle(call)).toBe(controller.signal.reason);
    expect(service.requests).toHaveLength(1);
  });

  it('removes its listeners from the signal', async () => {
    const { signal } = new AbortController();
    const addListener = jest.spyOn(signal, 'addEventListener');
    const removeListener = jest.spyOn(signal, 'removeEventListener');
    const service = new FakeServer(connectionRefused(), jsonResponse(200, rex));
    await runTimersAndSettle(read(service.client(), signal));
    expect(addListener).toHaveBeenCalledTimes(3);
    expect(removeListener.mock.calls.map(([, listener]) => listener)).toEqual(
      addListener.mock.calls.map(([, listener]) => listener),
    );
  });
});
