// The domain of pets: value objects with their rules, Pet, and the port PetRepository. It uses no database, HTTP or clock.
export { CategoryId } from './category-id.ts';
export { NewPet, type NewPetFields, type NewPetValues } from './new-pet.ts';
export { Pet, type PetSnapshot, type StoredPet } from './pet.ts';
export { PetId } from './pet-id.ts';
export { PetOrders } from './pet-orders.ts';
export { PetName } from './pet-name.ts';
export { PetRepository, type PetBatch, type PetQuery } from './pet.repository.ts';
export { PetStatus, type PetStatusValue } from './pet-status.ts';
export type { PetUpdate } from './pet-update.ts';
export { InvalidNewPet, PetHasOrder, PetNotFound, type PetsErrorCode } from './pet.errors.ts';
