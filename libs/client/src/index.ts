// A client of the Petstore API for Node and browsers, based on fetch. It follows the links between pages, keeps int64 exact,
// supports AbortSignal, and retries only idempotent requests. npm package @petstore/client, without dependencies.
export type { Int64 } from './int64.ts';
export type { CallOptions, CreateOptions, ListPetsQuery, NewPet, Pet, PetStatus } from './pets.types.ts';
export type { PetList, PetPage } from './pet-list.ts';
export type { Pets } from './pets.ts';
export { PetstoreClient, type PetstoreClientOptions } from './petstore-client.ts';
export { PetstoreError, type PetstoreErrorCode, type PetstoreErrorDetails } from './petstore-error.ts';
