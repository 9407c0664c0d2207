import { Readiness } from './readiness.ts';

const ping = jest.fn<Promise<void>, []>();

let readiness: Readiness;

beforeEach(() => {
  ping.mockReset().mockResolvedValue();
  readiness = new Readiness(ping);
});

it('is not ready before the database was opened, and does not ask it', async () => {
  expect(await readiness.hindrance()).toBe('The service waits for its database.');
  expect(ping).not.toHaveBeenCalled();
});

it('is ready when the database is open and answers', async () => {
  readiness.open();
  expect(await readiness.hindrance()).toBeUndefined();
});

it('never comes back once it is about to end', async () => {
  readiness.open();
  readiness.drain();
  readiness.open();
  expect(await readiness.hindrance()).toBe('The service is about to end.');
});

it('is not ready when it began to end while the database was asked', async () => {
  readiness.open();
  const asked = readiness.hindrance();
  readiness.drain();
  expect(await asked).toBe('The service is about to end.');
});
