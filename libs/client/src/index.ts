// A client of the Petstore API for Node and browsers, based on fetch. It follows the links between pages, keeps int64 exact,
// supports AbortSignal, and retries only idempotent requests. npm package @petstore/client, without dependencies.
export type { Int64 } from './int64.ts';
export type { CallOptions, CreateOptions } from './call-options.ts';
export type { ListPetsQuery, NewPet, Pet, PetStatus, PetUpdate } from './pets.types.ts';
export type { PetList, PetPage } from './pet-list.ts';
export type { PetChanges, PetChangesQuery } from './pet-changes.ts';
export type { MirrorOptions, PetMirrorStore } from './pet-mirror.ts';
export type { Pets } from './pets.ts';
export type { ListOrdersQuery, NewOrder, Order, OrderStatus } from './orders.types.ts';
export type { OrderList, OrderPage } from './order-list.ts';
export type { Orders } from './orders.ts';
export { PetstoreClient, type PetstoreClientOptions } from './petstore-client.ts';
export { PetstoreError, type PetstoreErrorCode, type PetstoreErrorDetails } from './petstore-error.ts';
