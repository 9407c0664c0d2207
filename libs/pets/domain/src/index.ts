// The domain of pets: value objects with their rules, Pet, and the ports. It uses no database, HTTP or clock.
export * from './change-position.ts';
export * from './pet.errors.ts';
export * from './pet.repository.ts';
export * from './pet.ts';
export * from './pet.value-objects.ts';
export * from './pet-changes.ts';
export * from './pet-orders.ts';
