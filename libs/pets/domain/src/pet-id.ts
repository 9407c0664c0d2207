import { Int64 } from '@petstore/kernel';

/** The id of a stored pet. The repository assigns positive ids, and no id twice. */
export class PetId {
  private constructor(readonly decimal: Int64) {}

  /** Name for `TransactionOptions.resources`. */
  get resource(): string {
    return `pets/${this.decimal}`;
  }

  /** Accepts any canonical int64: decimal digits without `+` or leading zeros. Returns undefined for another text. */
  static parse(text: string): PetId | undefined {
    const decimal = Int64.fromText(text);
    return decimal === undefined ? undefined : new PetId(decimal);
  }

  /** Creates a PetId from an id that the repository has assigned. Does not validate it. */
  static restore(decimal: Int64): PetId {
    return new PetId(decimal);
  }
}
