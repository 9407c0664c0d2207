import { int64FromText, type Int64 } from './int64.ts';

/** The number an animal bears for ever: assigned by the store, positive, never given out twice. */
export class PetId {
  private constructor(readonly decimal: Int64) {}

  /** The id a text names, or nothing when it is not canonical decimal within int64: such a text names no animal. */
  static named(text: string): PetId | undefined {
    const decimal = int64FromText(text);
    return decimal === undefined ? undefined : new PetId(decimal);
  }

  static restore(decimal: Int64): PetId {
    return new PetId(decimal);
  }
}
