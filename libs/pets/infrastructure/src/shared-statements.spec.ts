import { setImmediate as nextTurn } from 'node:timers/promises';
import { shared } from './shared-statements.ts';

/** Statements that were sent, each answered when the test says so. */
function asking() {
  const sent: {
    questions: readonly number[];
    answer: (answers: (string | Error)[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const ask = shared<number, string>(
    (questions) => new Promise((answer, fail) => sent.push({ questions, answer, fail })),
  );
  return { ask, sent };
}

it('makes one statement of what is asked within a turn', async () => {
  const { ask, sent } = asking();
  const answers = [ask(1), ask(2)];
  await Promise.resolve();
  answers.push(ask(3));
  await nextTurn();
  expect(sent.map(({ questions }) => questions)).toEqual([[1, 2, 3]]);
  sent[0]!.answer(['one', 'two', 'three']);
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
});

it('lets nobody join a statement that has been sent, not even with the same question', async () => {
  const { ask, sent } = asking();
  const early = ask(1);
  await nextTurn();
  const late = ask(1);
  await nextTurn();
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [1]]);
  sent[0]!.answer(['as it was']);
  sent[1]!.answer(['as it is']);
  expect(await Promise.all([early, late])).toEqual(['as it was', 'as it is']);
});

it('remembers nothing', async () => {
  const { ask, sent } = asking();
  for (const answer of ['first', 'second']) {
    const asked = ask(1);
    await nextTurn();
    sent.at(-1)!.answer([answer]);
    expect(await asked).toBe(answer);
  }
});

it('gives everybody an answer of their own, and an error to whom it is meant for alone', async () => {
  const { ask, sent } = asking();
  const answers = Promise.allSettled([ask(1), ask(2)]);
  await nextTurn();
  sent[0]!.answer(['one', new Error('unreadable')]);
  expect(await answers).toMatchObject([{ value: 'one' }, { reason: { message: 'unreadable' } }]);
});

it('fails everybody when the statement fails, and nobody afterwards', async () => {
  const { ask, sent } = asking();
  const answers = Promise.allSettled([ask(1), ask(2)]);
  await nextTurn();
  sent[0]!.fail(new Error('gone'));
  expect(await answers).toMatchObject([{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }]);
  const later = ask(3);
  await nextTurn();
  sent[1]!.answer(['three']);
  expect(await later).toBe('three');
});

it('does not let one statement grow without end', async () => {
  const { ask, sent } = asking();
  for (let index = 0; index < 600; index++) void ask(index);
  await nextTurn();
  expect(sent.map(({ questions }) => questions.length)).toEqual([256, 256, 88]);
});
