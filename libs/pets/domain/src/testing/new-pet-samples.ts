import type { PetFields } from '../pet.ts';

/** Two different valid values of each member of a NewPet. A new member without samples does not compile. */
const samples = {
  name: ['Rex', "Tom O'Malley"],
  categoryId: [7, 8],
  status: ['sold', 'pending'],
} as const satisfies Record<keyof PetFields, readonly [unknown, unknown]>;

type Sample = Required<PetFields>;

const sampleAt = (index: 0 | 1) =>
  Object.fromEntries(Object.entries(samples).map(([member, values]) => [member, values[index]])) as unknown as Sample;

/** Two NewPets before validation, with every member. All their members differ. */
export const newPetSamples: readonly [Sample, Sample] = [sampleAt(0), sampleAt(1)];
