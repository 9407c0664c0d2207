import { Int64, InvalidValue, VerbatimText } from '@petstore/kernel';

// `of` validates what a client sent and throws. `parse` reads a text and returns undefined if it is not canonical. `restore` accepts
// what the repository has stored, without a check. The protected members make the classes different types: a PetId is no CategoryId.

/** The id of a stored pet. The repository assigns positive ids, and no id twice. */
export class PetId {
  declare protected readonly isPetId: true;

  private constructor(readonly decimal: Int64) {}

  /** Name for `TransactionOptions.resources`. */
  get resource(): string {
    return `pets/${this.decimal}`;
  }

  /** Accepts any canonical int64: decimal digits without `+` or leading zeros. */
  static parse(text: string): PetId | undefined {
    const decimal = Int64.fromText(text);
    return decimal === undefined ? undefined : new PetId(decimal);
  }

  static restore(decimal: Int64): PetId {
    return new PetId(decimal);
  }
}

/** The name of a pet, exactly as the client sent it. */
export class PetName extends VerbatimText {
  declare protected readonly isPetName: true;

  /** @throws InvalidValue `invalid_pet_name` if the value breaks the rule in `allowed` */
  static of(value: unknown): PetName {
    return new PetName(PetName.require('invalid_pet_name', 'name', value));
  }

  static restore(text: string): PetName {
    return new PetName(text);
  }
}

/** The id of the category of a pet: any int64. The API has no resource for categories, so any id is valid. */
export class CategoryId {
  static readonly allowed = `an integer from ${Int64.range}`;
  declare protected readonly isCategoryId: true;

  private constructor(readonly decimal: Int64) {}

  /** @throws InvalidValue `invalid_category_id` unless the value is a safe integer, or a bigint within int64 */
  static of(value: unknown): CategoryId {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue('invalid_category_id', 'categoryId', value, CategoryId.allowed);
    return new CategoryId(decimal);
  }

  static restore(decimal: Int64): CategoryId {
    return new CategoryId(decimal);
  }
}

const statuses = ['available', 'pending', 'sold'] as const;

export type PetStatusValue = (typeof statuses)[number];

/** The adoption status of a pet. There is one object per value, so `===` compares by value. */
export class PetStatus {
  static readonly values: readonly PetStatusValue[] = statuses;

  static readonly allowed = `one of ${statuses.join(', ')}`;

  private static readonly byValue: ReadonlyMap<unknown, PetStatus> = new Map(
    statuses.map((value) => [value, new PetStatus(value)]),
  );

  /** The status of a pet that is created without one. */
  static readonly initial = PetStatus.of('available');

  private constructor(readonly value: PetStatusValue) {}

  /** @throws InvalidValue `invalid_pet_status` unless the value is one of `values`, which are case-sensitive */
  static of(value: unknown): PetStatus {
    const status = PetStatus.byValue.get(value);
    if (!status) throw new InvalidValue('invalid_pet_status', 'status', value, PetStatus.allowed);
    return status;
  }

  /** @throws Error if the stored status is unknown, because another program changed the storage */
  static restore(value: string): PetStatus {
    const status = PetStatus.byValue.get(value);
    if (!status) throw new Error(`the stored status ${value} is unknown`);
    return status;
  }
}
