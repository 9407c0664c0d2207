// What an animal in the store is: its values, their rules and their numbers, and the port it is kept behind.
// Every rule about pets lives here once; the edges borrow it.
// Knows nothing: no database, no HTTP, no clock.
export { CategoryId } from './category-id.ts';
export { IdempotencyKey } from './idempotency-key.ts';
export { NewPet, type NewPetFields } from './new-pet.ts';
export { PageLimit } from './page-limit.ts';
export { Pet, type PetSnapshot } from './pet.ts';
export { PetId } from './pet-id.ts';
export { PetName } from './pet-name.ts';
export { PetRepository, type PetQuery } from './pet.repository.ts';
export { PetStatus, type PetStatusValue } from './pet-status.ts';
export {
  IdempotencyConflict,
  IdempotencyMismatch,
  InvalidCategoryId,
  InvalidIdempotencyKey,
  InvalidNewPet,
  InvalidPageLimit,
  InvalidPetName,
  InvalidPetStatus,
  PetNotFound,
} from './pet.errors.ts';
