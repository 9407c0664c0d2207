import { parsePet } from './parse-response.ts';
import { writeJson } from './exact-json.ts';
import { formatInt64, type Int64 } from './int64.ts';
import { PetList } from './pet-list.ts';
import type { CallOptions, CreateOptions, ListPetsQuery, NewPet, Pet } from './pets.types.ts';
import { retryCreate, retryRead } from './retry-policy.ts';
import type { Transport } from './transport.ts';

/** The operations on animals. Each rejects with PetstoreError, or with the reason of `signal` if it is aborted. */
export class Pets {
  constructor(private readonly transport: Transport) {}

  /**
   * Lists all animals, or those with one status. Sends no request before you iterate over the list:
   * `for await (const pet of client.pets.list({ status: 'available' }))`. To iterate over pages, call `.pages()`.
   */
  list(query: ListPetsQuery = {}): PetList {
    return new PetList(this.transport, query);
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
    // A program in JavaScript may pass anything.
    if (typeof newPet !== 'object' || newPet === null) throw new TypeError('newPet must be an object');
    const response = await this.transport.send({
      method: 'POST',
      path: '/pets',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: writeJson(newPet),
      signal,
      retryPolicy: retryCreate,
    });
    return parsePet(response);
  }

  /**
   * Gets one animal by its id.
   * @deprecated The service removes this operation on 2030-12-05. Use `list` instead; it can filter by status, but not by id.
   * @throws TypeError if `petId` is a number that may have been rounded; the client then sends no request
   * @throws PetstoreError `pet_not_found` if there is no animal with this id
   */
  async get(petId: Int64, { signal }: CallOptions = {}): Promise<Pet> {
    const path = `/pets/${formatInt64('petId', petId)}`;
    return parsePet(await this.transport.send({ method: 'GET', path, signal, retryPolicy: retryRead }));
  }
}
