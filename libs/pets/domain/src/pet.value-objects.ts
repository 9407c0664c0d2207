import { enumeration, Int64Id, VerbatimText } from '@petstore/kernel';

// The protected members make the classes different types: a PetId is no CategoryId.

/** The id of a stored pet. The repository assigns positive ids, and no id twice. */
export class PetId extends Int64Id {
  declare protected readonly isPetId: true;
}

/** The name of a pet, exactly as the client sent it. */
export class PetName extends VerbatimText {
  declare protected readonly isPetName: true;

  /** @throws InvalidValue `invalid_pet_name` if the value breaks the rule in `allowed` */
  static of(value: unknown): PetName {
    return new PetName(PetName.require('invalid_pet_name', 'name', value));
  }
}

/** The id of the category of a pet: any int64. The API has no resource for categories, so any id is valid. */
export class CategoryId extends Int64Id {
  declare protected readonly isCategoryId: true;

  /** @throws InvalidValue `invalid_category_id` unless the value is a safe integer, or a bigint within int64 */
  static of(value: unknown): CategoryId {
    return new CategoryId(CategoryId.require('invalid_category_id', 'categoryId', value));
  }
}

export const PetStatus = enumeration('invalid_pet_status', 'status', ['available', 'pending', 'sold']);

export type PetStatus = (typeof PetStatus.values)[number];

/** The status of a pet that is created without one. */
export const initialPetStatus = 'available' satisfies PetStatus;
