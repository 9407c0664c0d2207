import { Int64 } from '@petstore/kernel';

/** `<system>.<timeline>.<table>/<transaction>/<pet id>`, integers in decimal digits, the timeline in hexadecimal digits. */
const format = /^((-?\d+)\.[0-9A-F]{8}\.\d{1,10})\/(\d{1,20})\/(-?\d+)$/;
const maxUnsigned = 2n ** 64n - 1n;

/** A position in the change feed: the last change that the client has got. */
export class ChangePosition {
  /** Does not validate the values. */
  constructor(
    /**
     * Identifies the history of changes. Positions of another history mean nothing, because a restore, a promotion and a move
     * restart or reuse the numbers of changes.
     */
    readonly history: string,
    /** Number of the transaction of the change: an unsigned 64-bit integer in decimal digits. `0` is before every change. */
    readonly changedIn: string,
    /** Id of the changed pet: an int64 in decimal digits. */
    readonly petId: Int64,
  ) {}

  /** Parses `text`. @returns undefined for a text that is not canonical */
  static parse(text: string): ChangePosition | undefined {
    const [, history = '', system = '', changedIn = '', petId = ''] = format.exec(text) ?? [];
    if (Int64.fromText(system) === undefined || Int64.fromText(petId) === undefined) return undefined;
    const number = BigInt(changedIn);
    if (String(number) !== changedIn || number > maxUnsigned) return undefined;
    return new ChangePosition(history, changedIn, petId);
  }

  /** Canonical text for a cursor. */
  get text(): string {
    return `${this.history}/${this.changedIn}/${this.petId}`;
  }
}
