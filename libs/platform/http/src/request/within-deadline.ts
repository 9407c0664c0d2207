import { DeadlineExceeded, type Deadline } from '@petstore/kernel';

/**
 * Waits for the work until the deadline. The work must change nothing, because it is not cancelled and a later result is
 * dropped.
 * @throws DeadlineExceeded if the deadline passes first
 */
export function withinDeadline<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceeded()), deadline.delay(performance.now()));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
