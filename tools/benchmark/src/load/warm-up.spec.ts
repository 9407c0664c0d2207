import type { LoadGenerator } from './load-parameters.ts';
import { warmUp } from './warm-up.ts';

const load = { address: '', authorization: '', connections: 1, draw: () => ({ method: 'GET', path: '/' }) as const };

/** Returns a generator that gets this many responses per second and records the seconds of each run. */
function countingGenerator(responses: number) {
  const seconds: number[] = [];
  const run: LoadGenerator['run'] = async (each) => {
    seconds.push(each.seconds);
    return { milliseconds: each.seconds * 1_000, responses: responses * each.seconds, p50: 1, p99: 1, longest: 1 };
  };
  return { name: 'counting', run, seconds };
}

it('warmUp continues until there are enough responses', async () => {
  const counting = countingGenerator(4_000);
  await warmUp(counting, load, { responses: 10_000, seconds: 6 });
  expect(counting.seconds).toEqual([1, 1, 1]);
});

it('warmUp ends after the maximum time if the server is slow', async () => {
  const counting = countingGenerator(10);
  await warmUp(counting, load, { responses: 10_000, seconds: 6 });
  expect(counting.seconds).toHaveLength(6);
});
