import type { LoadGenerator } from './load.ts';
import { warmUp } from './warm-up.ts';

const load = { address: '', authorization: '', connections: 1, draw: () => ({ method: 'GET', path: '/' }) as const };

/** A generator that gets this many responses per second and records the seconds of each load. */
function generator(responses: number) {
  const seconds: number[] = [];
  const apply: LoadGenerator['apply'] = async (each) => {
    seconds.push(each.seconds);
    return { milliseconds: each.seconds * 1_000, responses: responses * each.seconds, p50: 1, p99: 1 };
  };
  return { name: 'counting', apply, seconds };
}

it('continues until there are enough responses', async () => {
  const counting = generator(4_000);
  await warmUp(counting, load, { responses: 10_000, seconds: 6 });
  expect(counting.seconds).toEqual([1, 1, 1]);
});

it('ends a slow warm-up after the maximum time', async () => {
  const counting = generator(10);
  await warmUp(counting, load, { responses: 10_000, seconds: 6 });
  expect(counting.seconds).toHaveLength(6);
});
