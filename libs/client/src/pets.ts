import { petOf } from './answers.ts';
import { writeJson } from './exact-json.ts';
import { decimal, type Int64 } from './int64.ts';
import { PetList } from './pet-list.ts';
import type { CallOptions, CreateOptions, ListPetsQuery, NewPet, Pet } from './pets.types.ts';
import { repeatCreate, repeatRead } from './repeating.ts';
import type { Transport } from './transport.ts';

/** The service's operations on animals. Each throws PetstoreError, or its signal's reason. */
export class Pets {
  constructor(private readonly transport: Transport) {}

  /**
   * The animals in the store, all of them or those with one status. Nothing is asked for before the list is walked:
   * `for await (const pet of client.pets.list({ status: 'available' }))`, or page by page with `.pages()`.
   */
  list(query: ListPetsQuery = {}): PetList {
    return new PetList(this.transport, query);
  }

  /**
   * Keeps a new animal, which is stored for good when the promise is fulfilled.
   * @returns it with the id it was given
   * @throws TypeError when `categoryId` is a number that may have been rounded; nothing is sent then
   * @throws PetstoreError with status 0 or 5xx it is open whether it was created: another call with the same
   * `idempotencyKey` within 24 hours tells, and creates it if it was not
   */
  async create(newPet: NewPet, { signal, idempotencyKey = crypto.randomUUID() }: CreateOptions = {}): Promise<Pet> {
    const answer = await this.transport.send({
      method: 'POST',
      path: '/pets',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: writeJson(newPet),
      signal,
      repeatable: repeatCreate,
    });
    return petOf(answer);
  }

  /**
   * One animal by its id.
   * @deprecated To be removed from the service on 2030-12-05. Use `list` with the `status` filter instead.
   * @throws TypeError when `petId` is a number that may have been rounded; nothing is sent then
   * @throws PetstoreError `pet_not_found` when there is none
   */
  async get(petId: Int64, { signal }: CallOptions = {}): Promise<Pet> {
    const path = `/pets/${decimal('petId', petId)}`;
    return petOf(await this.transport.send({ method: 'GET', path, signal, repeatable: repeatRead }));
  }
}
