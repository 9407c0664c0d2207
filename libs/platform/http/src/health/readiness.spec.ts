import { Readiness } from './readiness.ts';

const ping = jest.fn<Promise<void>, []>();

let readiness: Readiness;

beforeEach(() => {
  jest.useFakeTimers();
  ping.mockReset().mockResolvedValue();
  readiness = new Readiness(ping);
});

afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const gone = () => Promise.reject(new Error('gone'));

it('is not ready before the database was opened, and does not ping it', async () => {
  await pass(10_000);
  expect(readiness.notReadyReason()).toBe('The service waits for its database.');
  expect(ping).not.toHaveBeenCalled();
});

it('is ready from markReady on, as long as the database responds', async () => {
  readiness.markReady();
  for (let second = 0; second < 10; second++) {
    expect(readiness.notReadyReason()).toBeUndefined();
    await pass(1_000);
  }
  expect(ping).toHaveBeenCalledTimes(20);
});

it('stays ready while the last successful ping is less than 2 s old, and no longer', async () => {
  readiness.markReady();
  await pass(500);
  ping.mockImplementation(gone);
  await pass(1_999);
  expect(readiness.notReadyReason()).toBeUndefined();
  await pass(1);
  expect(readiness.notReadyReason()).toBe('The database does not answer.');
});

it('survives a stall of 1.2 s that begins just before a ping', async () => {
  readiness.markReady();
  ping.mockImplementation(() => new Promise((answered) => setTimeout(answered, 1_200)));
  for (let passed = 0; passed < 10_000; passed += 10) {
    expect(readiness.notReadyReason()).toBeUndefined();
    await pass(10);
  }
});

it('waits for one ping before it sends the next', async () => {
  readiness.markReady();
  ping.mockReturnValue(new Promise(() => undefined));
  await pass(10_000);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(readiness.notReadyReason()).toBe('The database does not answer.');
});

it('is ready again with the next ping that succeeds', async () => {
  ping.mockImplementation(gone);
  readiness.markReady();
  await pass(5_000);
  expect(readiness.notReadyReason()).toBe('The database does not answer.');
  ping.mockResolvedValue();
  await pass(500);
  expect(readiness.notReadyReason()).toBeUndefined();
});

it('stays not ready after markStopping, and sends no further ping', async () => {
  readiness.markReady();
  readiness.markStopping();
  readiness.markReady();
  await pass(10_000);
  expect(readiness.notReadyReason()).toBe('The service is about to end.');
  expect(ping).not.toHaveBeenCalled();
});

it('sends no further ping if markStopping was called during a ping', async () => {
  let answer: () => void = () => undefined;
  ping.mockReturnValue(new Promise((answered) => (answer = answered)));
  readiness.markReady();
  await pass(500);
  readiness.markStopping();
  answer();
  await pass(10_000);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
});
