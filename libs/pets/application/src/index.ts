// What can be done with animals, a use case each, whoever asks: the service, the operators' program, a test.
// Each has one `execute` and is built with the ports it needs.
// Knows the domain alone.
export { CreatePet } from './create-pet.ts';
export { ForgetIdempotencyKeys } from './forget-idempotency-keys.ts';
export { GetPet } from './get-pet.ts';
export { ImportPets } from './import-pets.ts';
export { ListPets, type ListPetsQuery, type PetsPage } from './list-pets.ts';
