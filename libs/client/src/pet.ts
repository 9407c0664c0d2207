import { List } from './list.ts';
import type { components, operations } from './openapi.ts';
import type { CallOptions, Transport } from './transport.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['listPets']['parameters']['query']>;

export type PetStatus = Schemas['PetStatus'];

/** An animal to create. Its status is `available` by default. */
export type NewPet = Readonly<Omit<Schemas['NewPet'], 'status'>> & { readonly status?: PetStatus | undefined };

/**
 * A stored animal. `status` is optional in the contract, because Pet is NewPet with an `id`, and a client may omit the status of a
 * NewPet. The service sends it with every animal, so that it is required here.
 */
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

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Checks only `id` and `name`: enough to detect a response of another server. */
export function isPet(value: unknown): value is Pet {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return isInteger(id) && typeof name === 'string';
}

export function isInteger(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

export type PetList = List<Pet, PetPage>;

/** @param isPersistent retries each page until it succeeds */
export function listPets(transport: Transport, { signal, ...query }: ListPetsQuery, isPersistent = false): PetList {
  const call = { path: '/pets', query, signal, isItem: isPet, isPersistent };
  return new List(transport, call, (pets, nextCursor) => ({ pets, nextCursor }));
}
