import type { CallOptions } from './call-options.ts';
import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['listPets']['parameters']['query']>;

export type PetStatus = Schemas['PetStatus'];

/** An animal to create. Its status is `available` by default. */
export type NewPet = Readonly<Omit<Schemas['NewPet'], 'status'>> & { readonly status?: PetStatus | undefined };

/** A stored animal. The service always sends `status`, although the OpenAPI document does not require it. */
export type Pet = Schemas['Pet'] & { status: PetStatus };

/**
 * The members of an animal to change; the others stay.
 * @beta May change or be removed in any release.
 */
export type PetUpdate = {
  readonly [Name in keyof Schemas['PetUpdate']]: Schemas['PetUpdate'][Name] | undefined;
};

export interface ListPetsQuery extends CallOptions {
  /** Only animals with this status. */
  readonly status?: Query['status'] | undefined;
  /** Maximum number of animals on a page: 1 to 100, by default 20. Does not limit the number of pages. */
  readonly limit?: Query['limit'] | undefined;
  /** `nextCursor` of a page of a list with the same status. The list starts after that page. */
  readonly cursor?: Query['cursor'] | undefined;
}
