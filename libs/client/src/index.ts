// A client of the Petstore API for Node and browsers, on fetch. It follows pages, keeps int64 exact, cancels with a signal,
// and retries only idempotent requests.
// Published as @petstore/client. It has no dependencies.
export type { Int64 } from './int64.ts';
export type { CallOptions, CreateOptions, ListPetsQuery, NewPet, Pet, PetStatus } from './pets.types.ts';
export type { PetList, PetPage } from './pet-list.ts';
export type { Pets } from './pets.ts';
export { PetstoreClient, type PetstoreClientOptions } from './petstore-client.ts';
export { PetstoreError, type PetstoreErrorCode, type PetstoreErrorDetails } from './petstore-error.ts';
