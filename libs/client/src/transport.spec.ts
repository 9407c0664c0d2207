import { PetstoreError, type PetstoreClient } from './index.ts';
import {
  connectionRefused,
  errorResponse,
  FakeServer,
  jsonResponse,
  settle,
  useFakeTimers,
  type Reaction,
} from './testing/fake-server.ts';

useFakeTimers();

const rex = '{"id":42,"petId":42,"name":"Rex","categoryId":7,"status":"available"}';
const read = ({ pets }: PetstoreClient, signal?: AbortSignal) => pets.get(42, { signal });
const create = ({ pets }: PetstoreClient) => pets.create({ name: 'Rex', categoryId: 7 });

/** Sends one request without retries. Returns the error. */
const errorOf = async (reaction: Reaction, timeout?: number) =>
  (await settle(read(new FakeServer(reaction).client({ retries: 0, timeout })))) as PetstoreError;

describe('an error', () => {
  it('has the fields of the error response', async () => {
    const error = await errorOf(errorResponse(404, 'pet_not_found'));
    expect(error).toBeInstanceOf(PetstoreError);
    const fields = { code: 'pet_not_found', status: 404, requestId: 'r-1', mayHaveBeenExecuted: false };
    expect(error).toMatchObject({ name: 'PetstoreError', message: 'It is pet_not_found.', ...fields });
    expect(String(error)).toBe('PetstoreError: It is pet_not_found.');
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: { name: 'PetstoreError', message: 'It is pet_not_found.', ...fields },
    });
  });

  it.each([
    ['7', 7],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
    ['soon', undefined],
  ])('has the seconds of Retry-After %s', async (header, seconds) => {
    jest.setSystemTime(Date.parse('2026-11-21T12:00:00Z'));
    const error = await errorOf(errorResponse(503, 'service_unavailable', { 'Retry-After': header }));
    expect(error.retryAfter).toBe(seconds);
  });

  it.each([
    [502, '<html>Bad Gateway</html>'],
    [302, ''],
    [404, '{"code":404,"message":"not here"}'],
    [200, '{"id":"42","name":"Rex"}'],
  ])('has the code unexpected_response for a response %i %p of another server', async (status, text) => {
    const fields = { name: 'PetstoreError', code: 'unexpected_response', status, requestId: 'r-1' };
    expect(await errorOf(jsonResponse(status, text))).toMatchObject(fields);
  });

  it.each([
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
    [new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }), 'ECONNREFUSED'],
    [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ])('has the code network_error and the reason of the error %p: %s', async (cause, reason) => {
    const message = `No response: ${reason}`;
    expect(await errorOf(cause)).toMatchObject({ code: 'network_error', status: 0, requestId: undefined, message });
    expect((await errorOf(cause)).cause).toBe(cause);
  });

  it('has the code unexpected_response if the body is longer than 10 MiB, and the rest is not read', async () => {
    let sent = 0;
    const pull = (body: ReadableStreamDefaultController) => {
      body.enqueue(new Uint8Array(2 ** 20).fill(0x20));
      if (++sent === 20) body.close();
    };
    const cancel = jest.fn();
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const message = 'Cannot use the response (status 200): its body is longer than 10485760 bytes.';
    expect(await errorOf(new Response(body))).toMatchObject({ code: 'unexpected_response', status: 200, message });
    expect([sent, cancel.mock.calls.length]).toEqual([11, 1]);
  });

  it.each(['no response', 'no body'] as const)('has the code timeout if the server sends %s', async (reaction) => {
    const error = await errorOf(reaction, 1_500);
    expect(error).toMatchObject({ code: 'timeout', status: 0, message: 'No response within 1500 ms.' });
    expect(error.cause).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('retrying', () => {
  it('doubles the back-off up to 8 s and stops after the configured number of retries', async () => {
    const service = new FakeServer(...Array.from({ length: 9 }, connectionRefused));
    expect(await settle(read(service.client({ retries: 7 })))).toMatchObject({ code: 'network_error' });
    expect(service.times).toEqual([0, 250, 750, 1750, 3750, 7750, 15_750, 23_750]);
  });

  it('waits for a random part of the back-off, and makes two retries by default', async () => {
    jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0);
    const service = new FakeServer(...Array.from({ length: 3 }, connectionRefused));
    expect(await settle(read(service.client()))).toMatchObject({ code: 'network_error' });
    expect(service.times).toEqual([0, 125, 125]);
  });

  it('adds the back-off to Retry-After, and does not happen if Retry-After is longer than a minute', async () => {
    const limited = (retryAfter: string) => errorResponse(429, 'rate_limited', { 'Retry-After': retryAfter });
    const service = new FakeServer(limited('60'), limited('61'));
    expect(await settle(read(service.client()))).toMatchObject({ status: 429, retryAfter: 61 });
    expect(service.times).toEqual([0, 60_250]);
  });

  it('applies the timeout to each attempt, 10 s by default', async () => {
    const service = new FakeServer('no response', 'no response', jsonResponse(200, rex));
    expect(await settle(read(service.client()))).toMatchObject({ id: 42 });
    expect(service.times).toEqual([0, 10_250, 20_750]);
  });

  it.each<[string, (client: PetstoreClient) => Promise<unknown>]>([
    ['create', create],
    ['order', ({ orders }) => orders.place({ petId: 42 })],
  ])('sends a %s again with the same key and body', async (_, call) => {
    const service = new FakeServer(
      errorResponse(503, 'outcome_unknown'),
      connectionRefused(),
      errorResponse(409, 'idempotency_conflict', { 'Retry-After': '1' }),
      jsonResponse(201, rex),
    );
    expect(await settle(call(service.client({ retries: 3 })))).toMatchObject({ id: 42 });
    const sent = service.requests.map(({ headers, body }) => `${headers.get('Idempotency-Key')} ${body}`);
    expect(new Set(sent).size).toBe(1);
    expect(service.times).toEqual([0, 250, 750, 2750]);
  });

  it.each<[number, string, boolean]>([
    [429, 'rate_limited', true],
    [503, 'outcome_unknown', true],
    [409, 'idempotency_conflict', true],
    [422, 'idempotency_mismatch', false],
    [409, 'pet_not_available', false],
    [500, 'internal_error', false],
    [429, 'a page of a proxy', true],
    [502, 'a page of a proxy', true],
    [200, 'a page of a proxy', false],
  ])('after %i %s happens: %p', async (status, code, isRetried) => {
    const isPage = code.startsWith('a page');
    const reaction = isPage ? jsonResponse(status, '<html>') : errorResponse(status, code);
    const service = new FakeServer(reaction, jsonResponse(200, rex));
    await settle(create(service.client()));
    expect(service.requests).toHaveLength(isRetried ? 2 : 1);
  });
});

describe('cancelling', () => {
  const reason = new Error('the user left');

  it.each<[string, Reaction]>([
    ['before the response', 'no response'],
    ['before the end of the body', 'no body'],
    ['before the next attempt', errorResponse(503, 'service_unavailable', { 'Retry-After': '50' })],
  ])("%s rejects with the signal's reason, without a retry", async (_, reaction) => {
    for (const abortedWith of [reason, new PetstoreError('network_error', 'mine', { status: 0 })]) {
      const service = new FakeServer(reaction instanceof Response ? reaction.clone() : reaction);
      const controller = new AbortController();
      const call = read(service.client(), controller.signal).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(100);
      controller.abort(abortedWith);
      expect(await call).toBe(abortedWith);
      expect(service.requests).toHaveLength(1);
    }
  });

  it('removes its listeners from the signal', async () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    await settle(read(new FakeServer(connectionRefused(), jsonResponse(200, rex)).client(), signal));
    // One for each of the two attempts, and one for the pause between them.
    expect(added).toHaveBeenCalledTimes(3);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});
