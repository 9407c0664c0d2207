// Use cases for pets. The API and the command line call them.
// Each class is one use case: its constructor takes the ports, and `execute` runs it.
export { CreatePet } from './create-pet.ts';
export { ExportPets } from './export-pets.ts';
export { GetPet } from './get-pet.ts';
export { ImportPets } from './import-pets.ts';
export { ListPetChanges, type ListPetChangesQuery } from './list-pet-changes.ts';
export { ListPets, type ListPetsQuery, type PetsPage } from './list-pets.ts';
export { UpdatePet } from './update-pet.ts';
