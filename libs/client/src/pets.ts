import { formatInt64, formatJson, type Int64 } from './exact-json.ts';
import type { Events, FollowOptions } from './events.ts';
import { List } from './list.ts';
import { mirrorPets, type PetMirrorStore } from './mirror.ts';
import { isPet, type ListPetsQuery, type NewPet, type Pet, type PetList, type PetUpdate } from './pet.ts';
import { type CallOptions, type ChangeOptions, type CreateOptions, notEmpty, type Transport } from './transport.ts';

/**
 * The operations on animals. Each rejects with PetstoreError, or with the reason of `signal` if it is aborted. It rejects with a TypeError, and
 * sends no request, if an integer is a number that may have been rounded, or if `newPet` or `update` is not an object.
 */
export class Pets {
  constructor(
    private readonly transport: Transport,
    private readonly events: Events,
  ) {}

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
   * Creates an animal. When the promise is fulfilled, the service has stored the animal durably. The request has an `Idempotency-Key`, so that
   * it creates one animal, also if the client, the runtime or a proxy sends it again.
   * @returns the animal with its id
   * @throws PetstoreError. If `mayHaveBeenExecuted`, call again with the same `idempotencyKey` to find out.
   */
  async create(newPet: NewPet, options: CreateOptions = {}): Promise<Pet> {
    return this.transport.create('createPet', '/pets', formatJson('newPet', newPet), isPet, options);
  }

  /**
   * Gets one animal by its id.
   * @deprecated The service removes this operation on 2030-12-05. Use `list` instead; it can filter by status, but not by id.
   * @throws PetstoreError `pet_not_found` if there is no animal with this id
   */
  async get(petId: Int64, options: CallOptions = {}): Promise<Pet> {
    return (await this.transport.send({ path: pathOf(petId), isExpected: isPet }, options)).body;
  }

  /**
   * Changes the members of an animal that `update` contains. Without `ifMatch`, it overwrites what another client has changed
   * since you have read the animal, or between two attempts of this call.
   * @returns the whole animal
   * @throws PetstoreError `pet_not_found`, or `pet_has_order` if the status was to change and an order has reserved the animal.
   *   `precondition_failed` if another client has changed the animal, or if an earlier sending of this call has: see
   *   `mayHaveBeenExecuted` of the error.
   * @beta May change or be removed in any release.
   */
  async update(petId: Int64, update: PetUpdate, options: ChangeOptions = {}): Promise<Pet> {
    const headers = { 'Content-Type': 'application/merge-patch+json', ...conditionOf(options) };
    const [path, body] = [pathOf(petId), formatJson('update', update)];
    const call = { method: 'PATCH', change: 'updatePet', path, headers, body, isExpected: isPet } as const;
    return (await this.transport.send(call, options)).body;
  }

  /**
   * Deletes an animal. Its orders and events stay.
   * @throws PetstoreError `pet_not_found` if there is no animal with this id, also if an earlier sending of this call has deleted it.
   *   `pet_has_order` if an order has reserved the animal. `precondition_failed` if another client has changed it.
   * @beta May change or be removed in any release.
   */
  async delete(petId: Int64, options: ChangeOptions = {}): Promise<void> {
    const isExpected = (body: unknown): body is undefined => body === undefined;
    const [path, headers] = [pathOf(petId), conditionOf(options)];
    const call = { method: 'DELETE', change: 'deletePet', path, headers, isExpected } as const;
    await this.transport.send(call, options);
  }

  /**
   * Keeps a copy of all animals in your store: lists all animals, and then follows the events. Continues after the last `put`
   * of the store, and starts again if the cursor is gone. Survives restarts of the service, and reports them to `onRetry`, as
   * `events.follow` does.
   * @returns a promise that is never fulfilled. It rejects when the signal is aborted, when the store fails, or with an error that no
   *   retry can repair. You can call `mirror` again.
   * @throws TypeError if `load` of the store returns an unknown cursor
   * @beta May change or be removed in any release.
   */
  mirror(store: PetMirrorStore, options: FollowOptions = {}): Promise<never> {
    return mirrorPets((query, listOptions) => this.list(query, listOptions), this.events, store, options);
  }
}

function pathOf(petId: Int64): string {
  return `/pets/${formatInt64('petId', petId)}`;
}

function conditionOf({ ifMatch }: ChangeOptions): Record<string, string> {
  return ifMatch === undefined ? {} : { 'If-Match': notEmpty('ifMatch', [ifMatch].flat().join(', ')) };
}
