import { InvalidPetStatus } from './pet.errors.ts';

const values = ['available', 'pending', 'sold'] as const;

export type PetStatusValue = (typeof values)[number];

/** Where an animal stands on its way to adoption. Interned: there is one object per value, so `===` is equality. */
export class PetStatus {
  static readonly available = new PetStatus('available');
  static readonly pending = new PetStatus('pending');
  static readonly sold = new PetStatus('sold');

  static readonly values: readonly PetStatusValue[] = values;

  /** The rule in words. */
  static readonly allowed = `one of ${values.join(', ')}`;

  /** The status of an animal created without one. */
  static readonly initial = PetStatus.available;

  private static readonly byValue: ReadonlyMap<unknown, PetStatus> = new Map(
    values.map((value) => [value, PetStatus[value]]),
  );

  private constructor(readonly value: PetStatusValue) {}

  /** @throws InvalidPetStatus unless the value is exactly one of `values`, case included */
  static of(value: unknown): PetStatus {
    const status = PetStatus.byValue.get(value);
    if (status === undefined) throw new InvalidPetStatus(value, PetStatus.allowed);
    return status;
  }
}
