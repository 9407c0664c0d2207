import { isNumeric } from './exact-json.ts';
import type { List, QueryOf } from './list.ts';
import type { components } from './openapi.ts';

type Schemas = components['schemas'];

export type PetStatus = Schemas['PetStatus'];

/** An animal to create. Its status is `available` by default. */
export type NewPet = Readonly<Omit<Schemas['NewPet'], 'status'>> & { readonly status?: PetStatus | undefined };

/**
 * A stored animal. `status` is optional in the contract, because Pet is NewPet with an `id`, and a client may omit the status of a
 * NewPet. The service sends it with every animal, so it is required here.
 */
export type Pet = Schemas['Pet'] & { status: PetStatus };

/**
 * The members of an animal to change; the others stay.
 * @beta May change or be removed in any release.
 */
export type PetUpdate = {
  readonly [Name in keyof Schemas['PetUpdate']]: Schemas['PetUpdate'][Name] | undefined;
};

/**
 * Restricts a list. `limit` limits each page, and not the list. `cursor` is the `nextCursor` of a page of a list with the same filters, and
 * the list starts after that page.
 */
export interface ListPetsQuery extends QueryOf<'listPets'> {
  /** @deprecated Pass it in the options, as to every other method. */
  readonly signal?: AbortSignal | undefined;
}

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

export type PetList = List<Pet, PetPage>;

export function isPet(value: unknown): value is Pet {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return isNumeric(id) && typeof name === 'string';
}
