import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['listPets']['parameters']['query']>;

export type PetStatus = Schemas['PetStatus'];

/** An animal to be created; `available` unless it says otherwise. */
export type NewPet = Readonly<Omit<Schemas['NewPet'], 'status'>> & { readonly status?: PetStatus | undefined };

/** An animal in the store. The service sends the status of each, though its contract does not require it. */
export type Pet = Schemas['Pet'] & { status: PetStatus };

export interface CallOptions {
  /** Ends the call, waiting included: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * Your own `Idempotency-Key` instead of a random one, to repeat one create in several calls, also from another process:
   * 1 to 255 visible ASCII characters. The service knows it for 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ListPetsQuery extends CallOptions {
  /** Only animals with this status. */
  readonly status?: Query['status'] | undefined;
  /** How many animals a page holds at most: 1 to 100, 20 when left out. It does not end the walk. */
  readonly limit?: Query['limit'] | undefined;
  /** Where to begin: `nextCursor` of an earlier page of the same status. */
  readonly cursor?: Query['cursor'] | undefined;
}
