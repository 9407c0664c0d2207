import { relaxedTimeouts } from '@petstore/processes';
import { withEnvironment } from './environment/with-environment.ts';
import { FaultRun } from './fault-run.ts';
import { exclusiveOrders } from './rows/exclusive-orders.ts';
import { replays } from './rows/replays.ts';
import { underLoad } from './rows/under-load.ts';
import { defaultExtent } from './run-rows.ts';
import { hostileRequestCount, sendHostile } from './soak/hostile-requests.ts';

/** Fraction of the rounds of `npm run test:faults`. These tests check the outcome of a fault, not its duration. */
const scale = 1 / 8;

let run: FaultRun;

beforeEach(() => {
  run = new FaultRun(scale, defaultExtent.successesPerRound);
});

afterEach(() => expect(run.breaches).toEqual([]));

it('the service loses no acknowledged pet if it is killed', async () => {
  const figures = await underLoad(run, async ({ instance }) => {
    await instance.end('SIGKILL');
    await instance.restart();
    return {};
  });
  run.requireNothingLost(figures);
  expect(figures.acknowledged).toBeGreaterThan(0);
});

it.each(['SIGKILL', 'SIGQUIT'] as const)(
  'the service loses no acknowledged pet if PostgreSQL is ended with %s',
  async (signal) => {
    const figures = await underLoad(run, async ({ environment: { postgres } }) => {
      await postgres.waitForRecovery(() =>
        signal === 'SIGKILL' ? postgres.signalAll(signal) : postgres.signal(signal),
      );
      return {};
    });
    run.requireNothingLost(figures);
    expect(figures.acknowledged).toBeGreaterThan(0);
  },
);

it('the service completes every request on a keep-alive connection if it is stopped', () =>
  withEnvironment(async (environment) => {
    const key = await environment.issueKey();
    const instance = await environment.start(relaxedTimeouts);
    const load = environment.load([{ address: instance.address, key }]);
    await load.waitForSuccesses(300);
    expect(await instance.end('SIGTERM')).toBe(0);
    await instance.restart();
    await load.end();
    const broken = load.observations.filter(({ status, isReused }) => (status === 0 && isReused) || status >= 500);
    expect(broken).toEqual([]);
    run.requireNothingLost(await environment.verify({ address: instance.address, key }));
  }));

it('the service creates one pet for 50 repeats and returns the same body to each if it is killed', async () => {
  run.requireNothingLost(await replays.execute(run));
});

it('the service accepts one order of 100 clients if the service and PostgreSQL are killed', async () => {
  const figures = await exclusiveOrders.execute(run);
  run.requireNothingLost(figures);
  expect(figures.acknowledged).toBeGreaterThan(0);
});

it('the service returns the expected status to each hostile request', () =>
  withEnvironment(async (environment) => {
    const key = await environment.issueKey();
    const instance = await environment.start({ ...relaxedTimeouts, BETA: 'on' });
    for (let number = 0; number < hostileRequestCount; number++) {
      expect(await sendHostile(instance.address(), key, number)).toBeUndefined();
    }
    expect(await instance.end('SIGTERM')).toBe(0);
  }));
