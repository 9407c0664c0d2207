import { patientLimits } from '@petstore/processes';
import { onStage, underLoad } from './rows/on-stage.ts';
import { replays } from './rows/replays.ts';
import { usualExtent } from './run-rows.ts';
import { hostileRequests, sendHostile } from './soak/hostile-requests.ts';
import { Trial } from './trial.ts';

/** The short part of `npm run test:faults`: what comes of each fault, not how long it takes. */
const once = 1 / 8;

let trial: Trial;

beforeEach(() => {
  trial = new Trial(once, usualExtent.answers);
});

afterEach(() => expect(trial.breaches).toEqual([]));

it('loses nothing when the service is killed', async () => {
  const figures = await underLoad(trial, async ({ instance }) => {
    await instance.end('SIGKILL');
    await instance.startAgain();
    return {};
  });
  trial.requireNothingLost(figures);
  expect(figures.acknowledged).toBeGreaterThan(0);
});

it.each(['SIGKILL', 'SIGQUIT'] as const)('loses nothing when its database ends by %s', async (signal) => {
  const figures = await underLoad(trial, async ({ stage: { postgres } }) => {
    await postgres.untilItIsBack(() => (signal === 'SIGKILL' ? postgres.signalAll(signal) : postgres.signal(signal)));
    return {};
  });
  trial.requireNothingLost(figures);
  expect(figures.acknowledged).toBeGreaterThan(0);
});

it('breaks no request of those who keep their connections when it is stopped', () =>
  onStage(async (stage) => {
    const key = await stage.issueKey();
    const instance = await stage.start(patientLimits);
    const load = stage.load([{ address: instance.address, key }]);
    await load.answers(300);
    expect(await instance.end('SIGTERM')).toBe(0);
    await instance.startAgain();
    await load.end();
    const broken = load.heard.filter(({ status, isKept }) => (status === 0 && isKept) || status >= 500);
    expect(broken).toEqual([]);
    trial.requireNothingLost(await stage.judge({ address: instance.address, key }));
  }));

it('makes one animal of 50 repeats, and gives one answer, when it is killed meanwhile', async () => {
  trial.requireNothingLost(await replays.run(trial));
});

it('answers each hostile request as expected', () =>
  onStage(async (stage) => {
    const key = await stage.issueKey();
    const instance = await stage.start(patientLimits);
    for (let number = 0; number < hostileRequests; number++) {
      expect(await sendHostile(instance.address(), key, number)).toBeUndefined();
    }
    expect(await instance.end('SIGTERM')).toBe(0);
  }));
