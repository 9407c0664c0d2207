// Use cases for pets. The API and the command line call them.
export * from './create-pet.ts';
export * from './delete-pet.ts';
export * from './export-pets.ts';
export * from './get-pet.ts';
export * from './import-pets.ts';
export * from './list-pets.ts';
export type { PetCommand } from './locked-pet.ts';
export * from './update-pet.ts';
