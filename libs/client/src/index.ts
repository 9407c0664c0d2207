// A client of the Petstore API for Node and browsers, on fetch: what the generated types alone do not give.
// Pages are walked, int64 stays exact, waiting ends when it is told to, and only what is safe to repeat is repeated.
// Published as @petstore/client: depends on nothing, neither on ours nor on anybody else's.
export type { Int64 } from './int64.ts';
export type { CallOptions, CreateOptions, ListPetsQuery, NewPet, Pet, PetStatus } from './pets.types.ts';
export type { PetList, PetPage } from './pet-list.ts';
export type { Pets } from './pets.ts';
export { PetstoreClient, type PetstoreClientOptions } from './petstore-client.ts';
export { PetstoreError, type PetstoreErrorCode, type PetstoreErrorDetails } from './petstore-error.ts';
