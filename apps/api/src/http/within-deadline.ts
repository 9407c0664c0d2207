import { DatabaseUnavailable } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';

/** The longest that a timer may wait, in milliseconds: Node fires a longer one at once. */
const longestTimer = 2_147_483_647;

/**
 * The result of the work, which must change nothing: where it is not there when the deadline passes, it goes on unheard.
 * @throws DatabaseUnavailable when the deadline passes first
 */
export function withinDeadline<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DatabaseUnavailable(new Error('the deadline of the request has passed'))),
      Math.min(Math.max(0, Math.ceil(deadline.remaining(performance.now()))), longestTimer),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
