// Use cases for pets. The API and the command line call them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export * from './create-pet.ts';
export * from './delete-pet.ts';
export * from './export-pets.ts';
export * from './get-pet.ts';
export * from './import-pets.ts';
export * from './list-pets.ts';
export type { PetCommand } from './locked-pet.ts';
export * from './update-pet.ts';
