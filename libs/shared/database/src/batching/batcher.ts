import type { Deadline } from '@petstore/kernel';

/** Limits the size of one statement. */
const defaultMaxCalls = 256;

type BatchedFunction<Input, Result> = (input: Input, deadline: Deadline) => Promise<Result>;

/** A call of a batched function that has no result yet. */
export class PendingCall<Input, Result> {
  /** A settled call ignores later results. */
  isSettled = false;

  constructor(
    readonly input: Input,
    readonly deadline: Deadline,
    private readonly resolve: (result: Result) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  succeed(result: Result): void {
    this.isSettled = true;
    this.resolve(result);
  }

  fail(error: unknown): void {
    this.isSettled = true;
    this.reject(error);
  }
}

/**
 * Returns a function that collects the calls of one event-loop iteration into a batch. A call never joins a batch that was
 * sent, so that a client reads its own confirmed change.
 * @param send settles every call of the batch
 * @param maxCalls maximum number of calls in a batch
 */
export function batcher<Input, Result>(
  send: (calls: readonly PendingCall<Input, Result>[]) => void,
  maxCalls = defaultMaxCalls,
): BatchedFunction<Input, Result> {
  let collected: PendingCall<Input, Result>[] = [];

  const sendCollected = () => {
    const calls = collected;
    collected = [];
    for (let first = 0; first < calls.length; first += maxCalls) send(calls.slice(first, first + maxCalls));
  };

  return (input, deadline) =>
    new Promise((resolve, reject) => {
      const call = new PendingCall(input, deadline, resolve, reject);
      // A microtask would run too early, because each request arrives in a separate callback.
      if (collected.push(call) === 1) setImmediate(sendCollected);
    });
}

/**
 * Returns a function that sends one batch at a time, so that all calls use one connection. Calls that arrive meanwhile wait for
 * the next batch.
 * @param send settles every call of the batch before it resolves; it never rejects
 */
export function serialBatcher<Input, Result>(
  send: (calls: readonly PendingCall<Input, Result>[]) => Promise<void>,
  maxCalls = defaultMaxCalls,
): BatchedFunction<Input, Result> {
  const waiting: PendingCall<Input, Result>[] = [];
  let isSending = false;

  const sendWaiting = async () => {
    while (waiting.length > 0) await send(waiting.splice(0, maxCalls));
    isSending = false;
  };

  return (input, deadline) =>
    new Promise((resolve, reject) => {
      waiting.push(new PendingCall(input, deadline, resolve, reject));
      if (isSending) return;
      isSending = true;
      setImmediate(() => void sendWaiting());
    });
}
