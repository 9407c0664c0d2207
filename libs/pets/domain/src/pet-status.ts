import { InvalidValue } from '@petstore/kernel';

const values = ['available', 'pending', 'sold'] as const;

export type PetStatusValue = (typeof values)[number];

/** The adoption status of a pet. There is one object per value, so `===` compares by value. */
export class PetStatus {
  static readonly values: readonly PetStatusValue[] = values;

  static readonly allowed = `one of ${values.join(', ')}`;

  private static readonly byValue: ReadonlyMap<unknown, PetStatus> = new Map(
    values.map((value) => [value, new PetStatus(value)]),
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

  /** Returns a stored status. @throws Error if it is unknown, because another program changed the storage */
  static restore(value: string): PetStatus {
    const status = PetStatus.byValue.get(value);
    if (!status) throw new Error(`the stored status ${value} is unknown`);
    return status;
  }
}
