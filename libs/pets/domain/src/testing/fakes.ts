import { PetRepository } from '../pet.repository.ts';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';

/** The port of each repository of the context and its in-memory implementation, by its name in the tests of the API. */
export const fakes = { pets: [PetRepository, InMemoryPetRepository] };
