import { setImmediate } from 'node:timers/promises';
import { batchLoader } from './batch.ts';

/** Returns a loader whose batches end when the test says so, and the batches that were sent. */
function observedLoader(maxBatchSize?: number) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const loader = batchLoader<number, number>(async (calls) => {
    batches.push(calls);
    await new Promise<void>((resolve) => ends.push(resolve));
    return calls;
  }, maxBatchSize);
  return { loader, batches, endAll: () => ends.splice(0).forEach((end) => end()) };
}

/** What runs before the next event of the event loop. */
const microtasks = () => new Promise<void>((resolve) => process.nextTick(resolve));

it('sends a call that is alone at once, also after another that was alone', async () => {
  const { loader, batches, endAll } = observedLoader();
  for (const call of [1, 2]) {
    const result = loader.load(call);
    await microtasks();
    expect(batches.at(-1)).toEqual([call]);
    endAll();
    expect(await result).toBe(call);
  }
});

it('collects the calls of an iteration while a batch is in flight, and those of the iteration after several calls', async () => {
  const { loader, batches, endAll } = observedLoader();
  const results = [loader.load(1)];
  await microtasks();
  for (const call of [2, 3]) {
    results.push(loader.load(call));
    await microtasks();
  }
  expect(batches).toEqual([[1]]);
  await setImmediate();
  expect(batches).toEqual([[1], [2, 3]]);
  endAll();
  expect(await Promise.all(results)).toEqual([1, 2, 3]);
  const later = [loader.load(4)];
  await microtasks();
  later.push(loader.load(5));
  expect(batches).toHaveLength(2);
  await setImmediate();
  expect(batches[2]).toEqual([4, 5]);
  endAll();
  expect(await Promise.all(later)).toEqual([4, 5]);
});

it('sends a call at once after a batch that has failed', async () => {
  let fails = true;
  const loader = batchLoader<number, number>((calls) =>
    fails ? Promise.reject(new Error('no')) : Promise.resolve(calls),
  );
  await expect(loader.load(1)).rejects.toThrow('no');
  fails = false;
  const result = loader.load(2);
  expect(await Promise.race([result, setImmediate('late')])).toBe(2);
});

it('divides the calls of an iteration into batches of the largest size', async () => {
  const { loader, batches, endAll } = observedLoader(2);
  const results = [1, 2, 3].map((call) => loader.load(call));
  await setImmediate();
  expect(batches).toEqual([[1, 2], [3]]);
  endAll();
  expect(await Promise.all(results)).toEqual([1, 2, 3]);
});
