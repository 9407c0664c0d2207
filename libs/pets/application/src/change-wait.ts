import { InvalidValue } from '@petstore/kernel';

/** The time for which a client waits for a change. */
export class ChangeWait {
  static readonly minSeconds = 1;
  static readonly maxSeconds = 30;

  /** The rule in words. */
  static readonly allowed = `an integer from ${ChangeWait.minSeconds} to ${ChangeWait.maxSeconds}`;

  private constructor(readonly milliseconds: number) {}

  /** @throws InvalidValue `invalid_change_wait` if the number of seconds breaks the rule in `allowed` */
  static of(seconds: unknown): ChangeWait {
    const isInteger = typeof seconds === 'number' && Number.isInteger(seconds);
    if (isInteger && ChangeWait.minSeconds <= seconds && seconds <= ChangeWait.maxSeconds) {
      return new ChangeWait(seconds * 1_000);
    }
    throw new InvalidValue('invalid_change_wait', 'wait', seconds, ChangeWait.allowed);
  }
}
