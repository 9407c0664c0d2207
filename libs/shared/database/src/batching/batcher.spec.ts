import { setImmediate as nextIteration } from 'node:timers/promises';
import { Deadline } from '@petstore/kernel';
import { batcher, serialBatcher, type PendingCall } from './batcher.ts';

/** Records the batches. The test settles their calls. */
function batches(maxCalls?: number) {
  const sent: (readonly PendingCall<number, string>[])[] = [];
  const call = batcher<number, string>((calls) => sent.push(calls), maxCalls);
  const inputs = () => sent.map((calls) => calls.map(({ input }) => input));
  return { call: (input: number) => call(input, Deadline.none), sent, inputs };
}

it('sends the calls of one event-loop iteration in one batch', async () => {
  const { call, sent, inputs } = batches();
  const results = [call(1), call(2)];
  await Promise.resolve();
  results.push(call(3));
  await nextIteration();
  expect(inputs()).toEqual([[1, 2, 3]]);
  for (const [index, pending] of sent[0]!.entries()) pending.succeed(`result ${index}`);
  expect(await Promise.all(results)).toEqual(['result 0', 'result 1', 'result 2']);
});

it('does not add a call to a batch that was sent, even with the same input', async () => {
  const { call, sent, inputs } = batches();
  const early = call(1);
  await nextIteration();
  const late = call(1);
  await nextIteration();
  expect(inputs()).toEqual([[1], [1]]);
  sent[0]![0]!.succeed('old');
  sent[1]![0]!.succeed('new');
  expect(await Promise.all([early, late])).toEqual(['old', 'new']);
});

it('settles each call separately', async () => {
  const { call, sent } = batches();
  const results = Promise.allSettled([call(1), call(2)]);
  await nextIteration();
  sent[0]![0]!.succeed('one');
  sent[0]![1]!.fail(new Error('unreadable'));
  expect(await results).toMatchObject([{ value: 'one' }, { reason: { message: 'unreadable' } }]);
});

it('sends at most 256 calls in a batch by default', async () => {
  const { call, inputs } = batches();
  for (let index = 0; index < 600; index++) void call(index);
  await nextIteration();
  expect(inputs().map(({ length }) => length)).toEqual([256, 256, 88]);
});

it('sends at most maxCalls calls in a batch', async () => {
  const { call, inputs } = batches(2);
  for (let index = 0; index < 5; index++) void call(index);
  await nextIteration();
  expect(inputs()).toEqual([[0, 1], [2, 3], [4]]);
});

describe('serialBatcher', () => {
  /** Records the batches. The test ends each of them. */
  function serialBatches() {
    const sent: (readonly PendingCall<number, string>[])[] = [];
    const ends: (() => void)[] = [];
    const send = (calls: readonly PendingCall<number, string>[]) => {
      sent.push(calls);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const call = serialBatcher(send);
    const inputs = () => sent.map((calls) => calls.map(({ input }) => input));
    return { call: (input: number) => void call(input, Deadline.none), ends, inputs };
  }

  it('sends one batch at a time and collects the calls that arrive meanwhile', async () => {
    const { call, ends, inputs } = serialBatches();
    for (const input of [1, 2, 3]) {
      call(input);
      await nextIteration();
    }
    expect(inputs()).toEqual([[1]]);
    ends[0]!();
    await nextIteration();
    expect(inputs()).toEqual([[1], [2, 3]]);
    ends[1]!();
    await nextIteration();
    call(4);
    await nextIteration();
    expect(inputs()).toEqual([[1], [2, 3], [4]]);
  });
});
