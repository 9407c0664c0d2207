import { Int64 } from '@petstore/kernel';
import { ChangeHistory } from './change-history.ts';

const unsignedFormat = /^(?:0|[1-9][0-9]{0,19})$/;
const maxUnsigned = 2n ** 64n - 1n;

/** A position in the change feed: the last change that the client has got. */
export class ChangePosition {
  private constructor(
    readonly history: ChangeHistory,
    /** Number of the transaction of the change: an unsigned 64-bit integer in decimal digits. `0` is before every change. */
    readonly changedIn: string,
    /** Id of the changed pet: an int64 in decimal digits. */
    readonly petId: Int64,
  ) {}

  /** Creates a ChangePosition from values of the storage. Does not validate them. */
  static restore(history: ChangeHistory, changedIn: string, petId: Int64): ChangePosition {
    return new ChangePosition(history, changedIn, petId);
  }

  /** The position before every change of a history. */
  static start(history: ChangeHistory): ChangePosition {
    return new ChangePosition(history, '0', '0');
  }

  /** Parses `text`. @returns undefined for a text that is not canonical */
  static parse(text: string): ChangePosition | undefined {
    const [historyText = '', changedIn = '', petId = '', ...rest] = text.split('/');
    const history = ChangeHistory.parse(historyText);
    const isValid = isUnsigned(changedIn) && Int64.fromText(petId) !== undefined && rest.length === 0;
    return history && isValid ? new ChangePosition(history, changedIn, petId) : undefined;
  }

  /** Canonical text for a cursor. */
  get text(): string {
    return `${this.history.text}/${this.changedIn}/${this.petId}`;
  }
}

function isUnsigned(text: string): boolean {
  return unsignedFormat.test(text) && BigInt(text) <= maxUnsigned;
}
