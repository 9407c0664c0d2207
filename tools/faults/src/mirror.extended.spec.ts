import { FaultRun } from './fault-run.ts';
import { executeMirror } from './rows/mirror.ts';
import { defaultExtent } from './run-rows.ts';
import { plantedFeed } from './testing/planted-feed.ts';

/** A round of faults before the failover and one after it. */
const scale = 1 / 60;

let run: FaultRun;

beforeEach(() => {
  run = new FaultRun(scale, defaultExtent.successesPerRound);
});

afterEach(() => expect(run.breaches).toEqual([]));

it('a mirror is equal to the store after kills, a delayed commit and a failover', async () => {
  run.requireNothingLost(await executeMirror(run));
});

it.each(['id', 'time'] as const)('a mirror that follows a feed in the order of the %s lacks animals', async (order) => {
  const { lost } = await executeMirror(run, plantedFeed(order));
  expect(lost).toBeGreaterThan(0);
  // The transaction of the round before the failover is in the list that the mirror read after it.
  expect(run.notes.join('\n')).toContain('[late 2]');
});
