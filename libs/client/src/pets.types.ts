import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['listPets']['parameters']['query']>;

export type PetStatus = Schemas['PetStatus'];

/** An animal to create. Its status is `available` by default. */
export type NewPet = Readonly<Omit<Schemas['NewPet'], 'status'>> & { readonly status?: PetStatus | undefined };

/** A stored animal. The service always sends `status`, although the OpenAPI document does not require it. */
export type Pet = Schemas['Pet'] & { status: PetStatus };

export interface CallOptions {
  /** Cancels the call, including delays before retries. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * `Idempotency-Key` to use instead of a random one: 1 to 255 visible ASCII characters. Pass one to repeat the create
   * in another call or process. The service stores the key for 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ListPetsQuery extends CallOptions {
  /** Only animals with this status. */
  readonly status?: Query['status'] | undefined;
  /** Maximum number of animals on a page: 1 to 100, by default 20. Does not limit the number of pages. */
  readonly limit?: Query['limit'] | undefined;
  /** `nextCursor` of a page of a list with the same status. The list starts after that page. */
  readonly cursor?: Query['cursor'] | undefined;
}
