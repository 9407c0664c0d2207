import { parsePet } from './parse-response.ts';
import { writeJson } from './exact-json.ts';
import { decimal, type Int64 } from './int64.ts';
import { PetList } from './pet-list.ts';
import type { CallOptions, CreateOptions, ListPetsQuery, NewPet, Pet } from './pets.types.ts';
import { retryCreate, retryRead } from './retry-policy.ts';
import type { Transport } from './transport.ts';

/** The operations on animals. Each throws PetstoreError, or the reason of its aborted signal. */
export class Pets {
  constructor(private readonly transport: Transport) {}

  /**
   * Lists the animals, all or those with one status. Sends no request before the list is iterated:
   * `for await (const pet of client.pets.list({ status: 'available' }))`, or `.pages()` for whole pages.
   */
  list(query: ListPetsQuery = {}): PetList {
    return new PetList(this.transport, query);
  }

  /**
   * Creates an animal. It is stored durably when the promise is fulfilled.
   * @returns the animal with its id
   * @throws TypeError if `categoryId` is a number that may have been rounded; nothing is sent
   * @throws PetstoreError with status 0 or 5xx, the animal may have been created. Repeat the call with the same
   * `idempotencyKey` within 24 hours: it returns the animal, and creates it if it does not exist.
   */
  async create(newPet: NewPet, { signal, idempotencyKey = crypto.randomUUID() }: CreateOptions = {}): Promise<Pet> {
    const answer = await this.transport.send({
      method: 'POST',
      path: '/pets',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: writeJson(newPet),
      signal,
      retryPolicy: retryCreate,
    });
    return parsePet(answer);
  }

  /**
   * Gets one animal by its id.
   * @deprecated To be removed from the service on 2030-12-05. Use `list` with the `status` filter instead.
   * @throws TypeError if `petId` is a number that may have been rounded; nothing is sent
   * @throws PetstoreError `pet_not_found` if it does not exist
   */
  async get(petId: Int64, { signal }: CallOptions = {}): Promise<Pet> {
    const path = `/pets/${decimal('petId', petId)}`;
    return parsePet(await this.transport.send({ method: 'GET', path, signal, retryPolicy: retryRead }));
  }
}
