import { formatInt64, formatJson, isInt64, type Int64 } from './exact-json.ts';
import { List, notNew, requestPage } from './list.ts';
import { mirrorPets, type PetMirrorStore } from './mirror.ts';
import type { components, operations } from './openapi.ts';
import { PetstoreError } from './petstore-error.ts';
import { delay, maxTimerDelay, type CallOptions, type CreateOptions, type Transport } from './transport.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['listPets']['parameters']['query']>;

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

export interface ListPetsQuery {
  /** Only animals with this status. */
  readonly status?: Query['status'] | undefined;
  /** Maximum number of animals on a page: 1 to 100, by default 20. Does not limit the number of pages. */
  readonly limit?: Query['limit'] | undefined;
  /** `nextCursor` of a page of a list with the same status. The list starts after that page. */
  readonly cursor?: Query['cursor'] | undefined;
  /** @deprecated Pass it in the options, as to every other method. */
  readonly signal?: AbortSignal | undefined;
}

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

export type PetList = List<Pet, PetPage>;

/** @beta May change or be removed in any release. */
export interface PetChanges {
  /** The animals that changed, in their current state, in the order of their last change. Empty if only the cursor is new. */
  readonly pets: readonly Pet[];
  /** Store it after you have applied `pets`. `changes({ since: cursor })` continues after them. */
  readonly cursor: string;
}

/**
 * Requests are retried until they succeed, or fail with an error that is not temporary, so there are no `retries`.
 * @beta May change or be removed in any release.
 */
export interface MirrorOptions extends Omit<CallOptions, 'retries'> {
  /** Milliseconds before the next request when there are no changes: 1 to 2147483647, by default 1000. */
  readonly pollInterval?: number | undefined;
}

/** @beta May change or be removed in any release. */
export interface PetChangesQuery {
  /** `cursor` of earlier changes: yields the changes after them. By default, yields the changes from now on. */
  readonly since?: string | undefined;
  /** Maximum number of animals at once: 1 to 100, by default 20. */
  readonly limit?: number | undefined;
}

/** The operations on animals. Each rejects with PetstoreError, or with the reason of `signal` if it is aborted. */
export class Pets {
  constructor(private readonly transport: Transport) {}

  /**
   * Lists all animals, or those with one status. Sends no request before you iterate over the list:
   * `for await (const pet of client.pets.list({ status: 'available' }))`. To iterate over pages, call `.pages()`. To get an array,
   * call `.toArray({ max: 500 })`.
   */
  list({ signal, ...query }: ListPetsQuery = {}, options: CallOptions = {}): PetList {
    const toPage = (pets: readonly Pet[], nextCursor: string | undefined) => ({ pets, nextCursor });
    return new List(this.transport, '/pets', query, { signal, ...options }, isPet, toPage);
  }

  /**
   * Creates an animal. When the promise is fulfilled, the service has stored the animal durably.
   * @returns the animal with its id
   * @throws TypeError if `newPet` is not an object, or `categoryId` is a number that may have been rounded; the client then
   * sends no request
   * @throws PetstoreError if the call failed. If its status is 0 or 5xx, the animal may have been created. If you passed an
   * `idempotencyKey`, call again with it within 24 hours. The service then returns the existing animal, or creates it.
   */
  async create(newPet: NewPet, options: CreateOptions = {}): Promise<Pet> {
    return this.transport.create('/pets', formatJson('newPet', newPet), isPet, options);
  }

  /**
   * Gets one animal by its id.
   * @deprecated The service removes this operation on 2030-12-05. Use `list` instead; it can filter by status, but not by id.
   * @throws TypeError if `petId` is a number that may have been rounded; the client then sends no request
   * @throws PetstoreError `pet_not_found` if there is no animal with this id
   */
  async get(petId: Int64, options: CallOptions = {}): Promise<Pet> {
    return (await this.transport.send({ path: pathOf(petId), isExpected: isPet }, options)).body;
  }

  /**
   * Changes the members of an animal that `update` contains. If another client changes a member between two attempts of this call,
   * the last attempt overwrites it.
   * @returns the whole animal
   * @throws TypeError if `update` is not an object, or an integer may have been rounded; the client then sends no request
   * @throws PetstoreError `pet_not_found`, or `pet_has_order` if the status was to change and an order has reserved the animal
   * @beta May change or be removed in any release.
   */
  async update(petId: Int64, update: PetUpdate, options: CallOptions = {}): Promise<Pet> {
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const [path, body] = [pathOf(petId), formatJson('update', update)];
    return (await this.transport.send({ method: 'PATCH', path, headers, body, isExpected: isPet }, options)).body;
  }

  /**
   * Follows the changes of all animals, without end and without gaps. While there are no changes, it sends a request every
   * `pollInterval` milliseconds. Abort the `signal` to end it.
   * @returns an iterator over the changes, which can be used once. Without `since`, the first item contains no animals and the
   *   cursor of the present.
   * @throws TypeError if `pollInterval` is out of range
   * @throws PetstoreError `cursor_gone` if the service can no longer continue from the cursor, for example after its database was
   *   restored. List all animals again, or use `mirror`. `pet_not_found` if the service runs without its setting `BETA=on`.
   * @beta May change or be removed in any release.
   */
  async *changes(
    { since, ...query }: PetChangesQuery = {},
    options: MirrorOptions = {},
  ): AsyncGenerator<PetChanges, never, undefined> {
    const { pollInterval = 1_000, signal } = options;
    if (!(pollInterval >= 1 && pollInterval <= maxTimerDelay)) {
      throw new TypeError(`pollInterval must be 1 to ${maxTimerDelay} milliseconds, not ${pollInterval}`);
    }
    const persistent = { ...options, retries: Infinity };
    // The cursors since the last delay: a repeated one would be requested again and again without a delay.
    const seen = new Set([since]);
    for (let cursor = since; ;) {
      const { items, nextCursor, response } = await requestPage(
        this.transport,
        '/pets/changes',
        { ...query, cursor },
        persistent,
        isPet,
      ).catch(explainMissingFeed);
      const isRepeated = items.length > 0 && seen.has(nextCursor);
      if (nextCursor === undefined || isRepeated) throw notNew(response);
      if (nextCursor !== cursor) yield { pets: items, cursor: nextCursor };
      cursor = nextCursor;
      if (items.length === 0) {
        seen.clear();
        await delay(pollInterval, signal);
      }
      seen.add(cursor);
    }
  }

  /**
   * Keeps a copy of all animals in your store: lists all animals, and then follows their changes. Continues after the last `put`
   * of the store, and starts again if the cursor is gone. Survives restarts of the service, as `changes` does.
   * @returns a promise that is never fulfilled. It rejects when the signal is aborted, when the store fails, or with a PetstoreError that
   *   is not temporary. You can call `mirror` again.
   * @throws TypeError if `load` of the store returns an unknown cursor
   * @beta May change or be removed in any release.
   */
  mirror(store: PetMirrorStore, options: MirrorOptions = {}): Promise<never> {
    return mirrorPets(this, store, options);
  }
}

function pathOf(petId: Int64): string {
  return `/pets/${formatInt64('petId', petId)}`;
}

/** Checks only `id` and `name`: enough to detect a response of another server. */
function isPet(value: unknown): value is Pet {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return isInt64(id) && typeof name === 'string';
}

/** Without the beta operations, the service takes `changes` for the id of an animal. */
function explainMissingFeed(error: unknown): never {
  if (!(error instanceof PetstoreError) || error.code !== 'pet_not_found') throw error;
  const { code, status, requestId } = error;
  const message = 'The service has no change feed: it is a beta operation, which needs the setting BETA=on.';
  throw new PetstoreError(code, message, { status, requestId, cause: error });
}
