import { Readiness } from './readiness.ts';

const ping = jest.fn<Promise<void>, []>();
const log = { info: jest.fn(), warn: jest.fn() };

let readiness: Readiness;

beforeEach(() => {
  jest.useFakeTimers();
  jest.resetAllMocks();
  ping.mockResolvedValue();
  readiness = new Readiness(ping, log);
});

afterEach(() => jest.useRealTimers());

const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const fail = () => Promise.reject(new Error('no connection'));

it('is not ready before the database was opened, and does not ping it', async () => {
  await advance(10_000);
  expect(readiness.notReadyReason()).toBe('The service waits for its database.');
  expect(ping).not.toHaveBeenCalled();
});

it('is ready after markReady while the database responds', async () => {
  readiness.markReady();
  for (let second = 0; second < 10; second++) {
    expect(readiness.notReadyReason()).toBeUndefined();
    await advance(1_000);
  }
  expect(ping).toHaveBeenCalledTimes(20);
});

it('is ready until the last successful ping is 2 s old', async () => {
  readiness.markReady();
  await advance(500);
  ping.mockImplementation(fail);
  await advance(1_999);
  expect(readiness.notReadyReason()).toBeUndefined();
  await advance(1);
  expect(readiness.notReadyReason()).toBe('The database does not answer.');
});

it('stays ready if each ping takes 1.2 s', async () => {
  readiness.markReady();
  ping.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
  for (let passed = 0; passed < 10_000; passed += 10) {
    expect(readiness.notReadyReason()).toBeUndefined();
    await advance(10);
  }
});

it('is ready again after the next successful ping', async () => {
  ping.mockImplementation(fail);
  readiness.markReady();
  await advance(5_000);
  expect(readiness.notReadyReason()).toBe('The database does not answer.');
  ping.mockResolvedValue();
  await advance(1_000);
  expect(readiness.notReadyReason()).toBeUndefined();
  expect(log.warn.mock.calls).toEqual([[{ err: new Error('no connection') }, 'the database does not answer']]);
  expect(log.info.mock.calls).toEqual([['the database answers again']]);
});

it('explains the failure of the last ping if it can', async () => {
  readiness = new Readiness(ping, log, (failure) => (failure === 'known' ? 'The reason is known.' : undefined));
  readiness.markReady();
  ping.mockRejectedValue('known');
  await advance(2_000);
  expect(readiness.notReadyReason()).toBe('The reason is known.');
  ping.mockRejectedValue('unknown');
  await advance(500);
  expect(readiness.notReadyReason()).toBe('The database does not answer.');
});

it('stays not ready after onModuleDestroy, and sends no further ping', async () => {
  readiness.markReady();
  readiness.onModuleDestroy();
  readiness.markReady();
  await advance(10_000);
  expect(readiness.notReadyReason()).toBe('The service is about to end.');
  expect(readiness.isStopping).toBe(true);
  expect(ping).not.toHaveBeenCalled();
});

it('sends no further ping if onModuleDestroy was called during a ping', async () => {
  let completePing: () => void = () => undefined;
  ping.mockReturnValue(new Promise((resolve) => (completePing = resolve)));
  readiness.markReady();
  await advance(500);
  readiness.onModuleDestroy();
  completePing();
  await advance(10_000);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
});
