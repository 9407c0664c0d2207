// A client of the Petstore API for Node, Deno, Bun and browsers, based on fetch. It follows the links between pages, keeps int64 exact,
// supports AbortSignal, and retries calls that failed temporarily. npm package @petstore/client, without dependencies.
export type { Event, Events, EventsPage, EventsQuery, EventType, FollowOptions } from './events.ts';
export type { Int64 } from './exact-json.ts';
export type { MirrorChange, PetMirrorStore } from './mirror.ts';
export type { ListOrdersQuery, NewOrder, Order, OrderList, OrderPage, Orders, OrderStatus } from './orders.ts';
export type { ListPetsQuery, NewPet, Pet, PetList, PetPage, PetStatus, PetUpdate } from './pet.ts';
export type { Pets } from './pets.ts';
export { PetstoreClient } from './petstore-client.ts';
export { PetstoreError, type PetstoreErrorCode, type PetstoreErrorDetails } from './petstore-error.ts';
export type { CallOptions, ChangeOptions, CreateOptions, PetstoreClientOptions } from './transport.ts';
