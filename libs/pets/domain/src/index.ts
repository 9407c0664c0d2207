// The domain of pets: value objects with their rules, Pet with its life, and the ports.
export * from './import-keys.ts';
export * from './pet.errors.ts';
export * from './pet.repository.ts';
export * from './pet.ts';
export * from './pet.value-objects.ts';
export * from './reservations.ts';
