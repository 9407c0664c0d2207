import type { LoadGenerator } from './load.ts';
import { warmUp } from './warm-up.ts';

const load = { address: '', authorization: '', connections: 1, draw: () => ({ method: 'GET', path: '/' }) as const };

/** One that gets so many answers a second, and how many seconds it was asked for. */
function generator(answers: number) {
  const seconds: number[] = [];
  const apply: LoadGenerator['apply'] = async (each) => {
    seconds.push(each.seconds);
    return { milliseconds: each.seconds * 1_000, answers: answers * each.seconds, p50: 1, p99: 1 };
  };
  return { name: 'counting', apply, seconds };
}

it('goes on until there were enough answers', async () => {
  const counting = generator(4_000);
  await warmUp(counting, load, { answers: 10_000, seconds: 6 });
  expect(counting.seconds).toEqual([1, 1, 1]);
});

it('gives slow ones no more than their time', async () => {
  const counting = generator(10);
  await warmUp(counting, load, { answers: 10_000, seconds: 6 });
  expect(counting.seconds).toHaveLength(6);
});
