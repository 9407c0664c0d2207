import type { IncomingMessage } from 'node:http';
import { Deadline } from '@petstore/kernel';

const deadline = Symbol('deadline');

interface Timed extends IncomingMessage {
  [deadline]?: Deadline;
}

/** @param timeout milliseconds from now until the request is to be answered */
export function startDeadline(request: IncomingMessage, timeout: number): void {
  (request as Timed)[deadline] = new Deadline(performance.now() + timeout);
}

/**
 * Until when the request is to be answered; for an operation, to be passed on to whatever waits for the database.
 * @throws TypeError before `startDeadline`
 */
export function deadlineOf(request: IncomingMessage): Deadline {
  const started = (request as Timed)[deadline];
  if (!started) throw new TypeError('the request has no deadline yet');
  return started;
}

/** Waits for the client, for its body say: the deadline does not count that time. */
export async function untimed<T>(request: IncomingMessage, waiting: Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await waiting;
  } finally {
    (request as Timed)[deadline] = new Deadline(deadlineOf(request).at + performance.now() - begun);
  }
}
