import { followChanges, type PetChanges, type PetChangesQuery } from './changes.ts';
import { formatInt64, formatJson, type Int64 } from './exact-json.ts';
import { mirrorPets, type MirrorOptions, type PetMirrorStore } from './mirror.ts';
import { isPet, listPets, type ListPetsQuery, type NewPet, type Pet, type PetList, type PetUpdate } from './pet.ts';
import type { CallOptions, CreateOptions, Transport } from './transport.ts';

/** The operations on animals. Each rejects with PetstoreError, or with the reason of `signal` if it is aborted. */
export class Pets {
  constructor(private readonly transport: Transport) {}

  /**
   * Lists all animals, or those with one status. Sends no request before you iterate over the list:
   * `for await (const pet of client.pets.list({ status: 'available' }))`. To iterate over pages, call `.pages()`. To get an array,
   * call `.toArray({ max: 500 })`.
   */
  list(query: ListPetsQuery = {}): PetList {
    return listPets(this.transport, query);
  }

  /**
   * Creates an animal. When the promise is fulfilled, the service has stored the animal durably.
   * @returns the animal with its id
   * @throws TypeError if `newPet` is not an object, or `categoryId` is a number that may have been rounded; the client then
   * sends no request
   * @throws PetstoreError if the call failed. If its status is 0 or 5xx, the animal may have been created. If you passed an
   * `idempotencyKey`, call again with it within 24 hours. The service then returns the existing animal, or creates it.
   */
  async create(newPet: NewPet, { signal, idempotencyKey = crypto.randomUUID() }: CreateOptions = {}): Promise<Pet> {
    const { body } = await this.transport.send({
      method: 'POST',
      path: '/pets',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: formatJson('newPet', newPet),
      signal,
      isExpected: isPet,
    });
    return body;
  }

  /**
   * Gets one animal by its id.
   * @deprecated The service removes this operation on 2030-12-05. Use `list` instead; it can filter by status, but not by id.
   * @throws TypeError if `petId` is a number that may have been rounded; the client then sends no request
   * @throws PetstoreError `pet_not_found` if there is no animal with this id
   */
  async get(petId: Int64, { signal }: CallOptions = {}): Promise<Pet> {
    const path = `/pets/${formatInt64('petId', petId)}`;
    return (await this.transport.send({ method: 'GET', path, signal, isExpected: isPet })).body;
  }

  /**
   * Changes the members of an animal that `update` contains. If another client changes a member between two attempts of this call,
   * the last attempt overwrites it.
   * @returns the whole animal
   * @throws TypeError if `update` is not an object, or an integer may have been rounded; the client then sends no request
   * @throws PetstoreError `pet_not_found`, or `pet_has_order` if the status was to change and an order has reserved the animal
   * @beta May change or be removed in any release.
   */
  async update(petId: Int64, update: PetUpdate, { signal }: CallOptions = {}): Promise<Pet> {
    const { body } = await this.transport.send({
      method: 'PATCH',
      path: `/pets/${formatInt64('petId', petId)}`,
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: formatJson('update', update),
      signal,
      isExpected: isPet,
    });
    return body;
  }

  /**
   * Follows the changes of all animals, without end and without gaps: requests them every second while there are none. Survives
   * restarts of the service: retries a request until it succeeds or fails with an error that is not temporary; the option `retries`
   * does not apply. Abort the `signal` to end it.
   * @returns an iterator over the changes, which can be used once. Without `since`, the first item contains no animals and the
   *   cursor of the present.
   * @throws PetstoreError `cursor_gone` if the service can no longer continue from the cursor, for example after its database was
   *   restored. List all animals again, or use `mirror`. `pet_not_found` if the service runs without its setting `BETA=on`.
   * @beta May change or be removed in any release.
   */
  changes(query: PetChangesQuery = {}): AsyncGenerator<PetChanges, never, undefined> {
    return followChanges(this.transport, query);
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
    return mirrorPets(this.transport, store, options);
  }
}
