import { OutcomeUnknown } from '@petstore/database';
import { RequestState, TimeLimit } from '@petstore/edge/request-state';
import { IdempotencyConflict, IdempotencyKey, TimeLimitExceeded } from '@petstore/kernel';
import { PetId } from '@petstore/pets-domain';
import { OrderedPetId } from '@petstore/store-domain';
import { operationsOf } from '@petstore/testing/check';
import { readSettings } from './settings.ts';
import { betaDocumentCheck } from './testing/document-check.ts';
import { expectError } from './testing/expect-error.ts';
import { startTestApp, useTestApp } from './testing/test-app.ts';

const app = useTestApp({ beta: true });

const createPet = () => app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
const placeOrder = () => app.client.post('/v1/store/orders').send({ petId: 1 });

beforeAll(async () => {
  await createPet();
  await placeOrder();
});

it('createPet responds with 503 outcome_unknown if the connection was lost during the statement', async () => {
  jest.spyOn(app.pets, 'add').mockRejectedValue(new OutcomeUnknown(new Error('read ECONNRESET')));
  const response = await createPet();
  expect(expectError(response, 'outcome_unknown')).toMatch(/may or may not have been made/);
  expect(response.headers['retry-after']).toBe('1');
  expect(response.headers).not.toHaveProperty('location');
  expect(app.log.otherLinesOf(response.headers['x-request-id'])).toMatchObject([
    { level: 'warn', code: 'outcome_unknown', err: { message: 'read ECONNRESET' } },
  ]);
});

it('createPet responds with 409 and Retry-After while another request with its Idempotency-Key is executed', async () => {
  jest.spyOn(app.pets, 'add').mockRejectedValue(new IdempotencyConflict());
  const response = await createPet().set('Idempotency-Key', 'a-key');
  expectError(response, 'idempotency_conflict');
  expect(response.headers['retry-after']).toBe('1');
});

describe('the storage gets the time limit of the request', () => {
  const signal = expect.any(TimeLimit);
  const [petId, orderedPetId] = [new PetId('1'), new OrderedPetId('1')];
  const key = IdempotencyKey.of('a-key', expect.any(String));
  const run = () => jest.spyOn(app.transactions, 'run');
  const [list, find] = [() => jest.spyOn(app.orders, 'list'), () => jest.spyOn(app.orders, 'find')];

  /** [operationId, a function that sends a request, a method of the storage that it calls, the last argument of that call]. */
  const calls: [string, () => PromiseLike<unknown>, () => jest.SpyInstance, unknown][] = [
    ['listPets', () => app.client.get('/v1/pets'), () => jest.spyOn(app.pets, 'list'), signal],
    ['createPet', createPet, () => jest.spyOn(app.pets, 'add'), signal],
    ['getPet', () => app.client.get('/v1/pets/1'), () => jest.spyOn(app.pets, 'find'), signal],
    ['updatePet', () => app.client.patch('/v1/pets/1').send({}), run, { id: petId, signal }],
    ['deletePet', () => app.client.delete('/v1/pets/1'), run, { id: petId, signal }],
    ['listOrders', () => app.client.get('/v1/store/orders'), list, signal],
    ['placeOrder', () => placeOrder().set('Idempotency-Key', 'a-key'), run, { key, id: orderedPetId, signal }],
    ['getOrder', () => app.client.get('/v1/store/orders/1'), find, signal],
    ...['complete', 'cancel', 'return'].flatMap((transition): typeof calls => {
      const send = () => app.client.post(`/v1/store/orders/1/${transition}`);
      return [
        [`${transition}Order`, send, find, signal],
        [`${transition}Order`, send, run, { id: orderedPetId, signal }],
      ];
    }),
    ['listEvents', () => app.client.get('/v1/events'), () => jest.spyOn(app.eventLog, 'read'), signal],
    ['listEvents', () => app.client.get('/v1/events?start=latest'), () => jest.spyOn(app.eventLog, 'latest'), signal],
  ];

  it('that is, all operations of their tags', () => {
    const ids = calls.map(([id]) => id);
    const operations = operationsOf(betaDocumentCheck.document);
    const tags = operations.filter((each) => ids.includes(each.operationId)).map((each) => each.tags?.[0]);
    const ofTags = operations.filter((each) => tags.includes(each.tags?.[0]));
    expect(new Set(ids)).toEqual(new Set(ofTags.map(({ operationId }) => operationId)));
  });

  it.each(calls)('%s', async (_, send, spyOnStorage, last) => {
    const called = spyOnStorage();
    await send();
    expect(called.mock.calls[0]?.at(-1)).toEqual(last);
  });
});

describe('the time limit of a request', () => {
  let state: RequestState;

  beforeEach(() => {
    jest.useFakeTimers();
    state = new RequestState();
    state.timeLimit.start(2_300);
  });

  afterEach(() => void jest.useRealTimers());

  it('excludes the time in which the service waits for the client', async () => {
    await jest.advanceTimersByTimeAsync(500);
    const body = state.timeLimit.exclude(new Promise((read) => setTimeout(() => read('body'), 10_000)));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await body).toBe('body');
    await jest.advanceTimersByTimeAsync(1_799);
    expect(state.timeLimit.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(state.timeLimit.aborted).toBe(true);
  });

  it('ends a wait for work that takes longer, and passes on the result or the error of other work', async () => {
    const late = state.timeLimit.within(new Promise(() => undefined)).catch((error: unknown) => error);
    await expect(state.timeLimit.within(Promise.reject(new RangeError()))).rejects.toThrow(RangeError);
    await expect(state.timeLimit.within(Promise.resolve('key'))).resolves.toBe('key');
    await jest.advanceTimersByTimeAsync(2_300);
    expect(await late).toBeInstanceOf(TimeLimitExceeded);
  });

  it('leaves no timer when it is stopped', () => {
    state.timeLimit.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('the check of a key ends with 503 at the time limit if the repository does not respond', async () => {
  const slow = await startTestApp({ httpLimits: { ...readSettings({}).httpLimits, responseTimeout: 50 } });
  jest.spyOn(slow.keys, 'findByHash').mockReturnValue(new Promise(() => undefined));
  const response = await slow.client.get('/v1/pets');
  await slow.close();
  expectError(response, 'service_unavailable');
});
