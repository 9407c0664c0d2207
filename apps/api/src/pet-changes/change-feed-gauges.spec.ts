import type { ChangeFeedDelay } from '@petstore/pets-domain';
import { startChangeFeedApp, type ChangeFeedApp } from '../testing/change-feed.ts';
import { measure, samplesOf, valueOf, type MeasuredApplication } from '../testing/measure.ts';
import { startTestApp } from '../testing/test-app.ts';

let app: ChangeFeedApp;
let measured: MeasuredApplication;
let readDelay: jest.SpyInstance<Promise<ChangeFeedDelay>>;
let passed: number;

beforeEach(async () => {
  app = await startChangeFeedApp();
  measured = await measure(app);
  readDelay = jest.spyOn(app.petChanges, 'delay');
  passed = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await measured.close();
  await app.close();
});

const delaySeconds = 'petstore_change_feed_delay_seconds';
const delayedTransactions = 'petstore_change_feed_delayed_transactions';
const delayOf = (text: string) => [valueOf(text, delaySeconds), valueOf(text, delayedTransactions)];
const nightlyImport = { description: 'process 4711 (nightly import) in the database petstore', age: 95.4 };
const warnings = () => app.log.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg);

it('show the age of the oldest transaction and the number of those after it, and 0 without one', async () => {
  expect(delayOf(await measured.scrape())).toEqual([0, 0]);
  readDelay.mockResolvedValue({ transactions: 12, oldest: nightlyImport });
  passed += 5_000;
  expect(delayOf(await measured.scrape())).toEqual([95.4, 12]);
});

it('read the delay once for concurrent scrapes, and at most every five seconds', async () => {
  await Promise.all([measured.scrape(), measured.scrape()]);
  await measured.scrape();
  expect(readDelay).toHaveBeenCalledTimes(1);
  passed += 5_000;
  await measured.scrape();
  expect(readDelay).toHaveBeenCalledTimes(2);
});

it('name the oldest transaction in the log, and no label does', async () => {
  readDelay.mockResolvedValue({ transactions: 12, oldest: nightlyImport });
  expect(samplesOf(await measured.scrape(), delaySeconds)).toEqual([`${delaySeconds} 95.4`]);
  const line =
    'the change feed is delayed: process 4711 (nightly import) in the database petstore began to write 95 s ago; ' +
    '12 transactions began after it';
  expect(warnings()).toEqual([line]);
  passed += 30_000;
  await measured.scrape();
  expect(warnings()).toEqual([line]);
  passed += 30_000;
  await measured.scrape();
  expect(warnings()).toEqual([line, line]);
});

it('log nothing about a transaction of less than 30 seconds', async () => {
  readDelay.mockResolvedValue({ transactions: 12, oldest: { ...nightlyImport, age: 29.9 } });
  await measured.scrape();
  expect(warnings()).toEqual([]);
});

it('have no delay while the database does not respond, and the other metrics are served', async () => {
  await measured.scrape();
  passed += 5_000;
  readDelay.mockRejectedValueOnce(new Error('gone'));
  const samples = await measured.scrape();
  expect(delayOf(samples)).toEqual([undefined, undefined]);
  expect(valueOf(samples, 'petstore_http_requests_in_flight')).toBe(0);
  passed += 5_000;
  expect(delayOf(await measured.scrape())).toEqual([0, 0]);
});

it('pass a deadline of one second', async () => {
  const before = performance.now();
  await measured.scrape();
  const remaining = readDelay.mock.calls[0]![0]!.remaining(before);
  expect(remaining).toBeGreaterThanOrEqual(1_000);
  expect(remaining).toBeLessThan(60_000);
});

it('do not exist with BETA off', async () => {
  const other = await startTestApp();
  const otherMeasured = await measure(other);
  expect(await otherMeasured.scrape()).not.toContain('change_feed');
  await otherMeasured.close();
  await other.close();
});
