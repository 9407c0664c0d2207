import type { Deadline } from '@petstore/kernel';
import { Call } from './call.ts';

/** Callers of one batch at most, unless told otherwise; more make the next one. */
const usualMostCallers = 256;

/**
 * Gathers the calls of one iteration of the event loop into a batch. No call joins a batch that has been handed over, so
 * that a caller who was told of a change reads it. Nothing is cached.
 * @param send settles every call of the batch, sooner or later
 * @param mostCallers callers of one batch; more make the next one
 */
export function batcher<Question, Answer>(
  send: (calls: readonly Call<Question, Answer>[]) => void,
  mostCallers = usualMostCallers,
): (question: Question, deadline: Deadline) => Promise<Answer> {
  let gathered: Call<Question, Answer>[] = [];

  const sendGathered = () => {
    const calls = gathered;
    gathered = [];
    for (let first = 0; first < calls.length; first += mostCallers) send(calls.slice(first, first + mostCallers));
  };

  return (question, deadline) =>
    new Promise((resolve, reject) => {
      // A microtask would come too early: each request arrives in a callback of its own.
      if (gathered.push(new Call(question, deadline, resolve, reject)) === 1) setImmediate(sendGathered);
    });
}

/**
 * The same with one batch at a time: calls that come while a batch is sent wait for the next one. However many callers
 * there are, they use one connection.
 * @param send settles every call of the batch before it resolves; it never rejects
 */
export function serialBatcher<Question, Answer>(
  send: (calls: readonly Call<Question, Answer>[]) => Promise<void>,
): (question: Question, deadline: Deadline) => Promise<Answer> {
  const waiting: Call<Question, Answer>[] = [];
  let isSending = false;

  const sendWaiting = async () => {
    while (waiting.length > 0) await send(waiting.splice(0, usualMostCallers));
    isSending = false;
  };

  return (question, deadline) =>
    new Promise((resolve, reject) => {
      waiting.push(new Call(question, deadline, resolve, reject));
      if (isSending) return;
      isSending = true;
      setImmediate(() => void sendWaiting());
    });
}
