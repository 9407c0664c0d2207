import { PetRepository } from '../pet.repository.ts';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';

/** For each repository of the context, under the name that the tests of the API give it: its port and its in-memory implementation. */
export const fakes = { pets: [PetRepository, InMemoryPetRepository] };
