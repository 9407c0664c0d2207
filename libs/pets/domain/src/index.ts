// The domain of pets: value objects with their rules, Pet, the ports PetRepository and PetChanges. It uses no database, HTTP or clock.
export { CategoryId } from './category-id.ts';
export { ChangePosition } from './change-position.ts';
export { NewPet, Pet, type PetFields, type PetSnapshot, type PetUpdate } from './pet.ts';
export { PetChanges, type PetChangesPage } from './pet-changes.ts';
export { PetId } from './pet-id.ts';
export { PetOrders } from './pet-orders.ts';
export { PetName } from './pet-name.ts';
export { PetRepository, type PetBatch, type PetQuery } from './pet.repository.ts';
export { PetStatus, type PetStatusValue } from './pet-status.ts';
export {
  CursorGone,
  InvalidNewPet,
  PetHasOrder,
  PetNotFound,
  type PetChangesErrorCode,
  type PetsErrorCode,
} from './pet.errors.ts';
