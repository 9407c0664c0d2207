import { setImmediate as nextIteration } from 'node:timers/promises';
import { Deadline } from '@petstore/kernel';
import { batcher, serialBatcher } from './batcher.ts';
import type { Call } from './call.ts';

/** Batches that were sent; their calls are settled by the test. */
function batches() {
  const sent: (readonly Call<number, string>[])[] = [];
  const call = batcher<number, string>((calls) => sent.push(calls));
  const questions = () => sent.map((calls) => calls.map(({ question }) => question));
  return { ask: (question: number) => call(question, Deadline.none), sent, questions };
}

it('makes one batch of the calls of one iteration of the event loop', async () => {
  const { ask, sent, questions } = batches();
  const answers = [ask(1), ask(2)];
  await Promise.resolve();
  answers.push(ask(3));
  await nextIteration();
  expect(questions()).toEqual([[1, 2, 3]]);
  for (const [index, call] of sent[0]!.entries()) call.succeed(`answer ${index}`);
  expect(await Promise.all(answers)).toEqual(['answer 0', 'answer 1', 'answer 2']);
});

it('lets no call join a batch that has been sent, not even with the same question', async () => {
  const { ask, sent, questions } = batches();
  const early = ask(1);
  await nextIteration();
  const late = ask(1);
  await nextIteration();
  expect(questions()).toEqual([[1], [1]]);
  sent[0]![0]!.succeed('as it was');
  sent[1]![0]!.succeed('as it is');
  expect(await Promise.all([early, late])).toEqual(['as it was', 'as it is']);
});

it('gives each call an outcome of its own', async () => {
  const { ask, sent } = batches();
  const answers = Promise.allSettled([ask(1), ask(2)]);
  await nextIteration();
  sent[0]![0]!.succeed('one');
  sent[0]![1]!.fail(new Error('unreadable'));
  expect(await answers).toMatchObject([{ value: 'one' }, { reason: { message: 'unreadable' } }]);
});

it('limits the callers of a batch', async () => {
  const { ask, questions } = batches();
  for (let index = 0; index < 600; index++) void ask(index);
  await nextIteration();
  expect(questions().map(({ length }) => length)).toEqual([256, 256, 88]);
});

it('sends one batch at a time, where that is asked for, and gathers what comes meanwhile', async () => {
  const sent: (readonly Call<number, string>[])[] = [];
  const settled: (() => void)[] = [];
  const call = serialBatcher<number, string>((calls) => {
    sent.push(calls);
    return new Promise((resolve) => settled.push(resolve));
  });
  const questions = () => sent.map((calls) => calls.map(({ question }) => question));
  void call(1, Deadline.none);
  await nextIteration();
  void call(2, Deadline.none);
  await nextIteration();
  void call(3, Deadline.none);
  await nextIteration();
  expect(questions()).toEqual([[1]]);
  settled[0]!();
  await nextIteration();
  expect(questions()).toEqual([[1], [2, 3]]);
  settled[1]!();
  await nextIteration();
  void call(4, Deadline.none);
  await nextIteration();
  expect(questions()).toEqual([[1], [2, 3], [4]]);
});
