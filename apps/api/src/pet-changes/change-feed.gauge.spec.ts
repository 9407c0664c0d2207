import { startChangeFeedApp, type ChangeFeedApp } from '../testing/change-feed.ts';
import { measure, valueOf, type MeasuredApplication } from '../testing/measure.ts';

const delaySeconds = 'petstore_change_feed_delay_seconds';

let app: ChangeFeedApp;
let measured: MeasuredApplication;

beforeEach(async () => {
  app = await startChangeFeedApp();
  measured = await measure(app);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await measured.close();
  await app.close();
});

it('shows the age of the oldest writing transaction, and 0 without one', async () => {
  expect(valueOf(await measured.scrape(), delaySeconds)).toBe(0);
  jest.spyOn(app.petChanges, 'delay').mockResolvedValue(95.4);
  expect(valueOf(await measured.scrape(), delaySeconds)).toBe(95.4);
});

it('has no value if the database does not respond', async () => {
  jest.spyOn(app.petChanges, 'delay').mockRejectedValue(new Error('the server closed the connection'));
  expect(valueOf(await measured.scrape(), delaySeconds)).toBeUndefined();
});
