import type { Client, ClientResponse } from './client.ts';
import type { Ledger } from './ledger.ts';
import { createPet, getPet, listPets } from './requests.ts';

/** Creates the ledger's next pet and records the response. */
export async function createRecorded(client: Client, ledger: Ledger): Promise<ClientResponse> {
  const newPet = ledger.nextPet();
  const response = await client.send(createPet(newPet));
  ledger.record(newPet, response);
  return response;
}

/**
 * Reads the pet that was acknowledged last and compares it with the ledger. Reads a list if no pet was acknowledged yet.
 * @param limit `limit` of that list
 */
export async function readLatest(client: Client, ledger: Ledger, limit: number): Promise<ClientResponse> {
  const pet = ledger.acknowledged.at(-1);
  if (!pet) return client.send(listPets({ limit }));
  const response = await client.send(getPet(pet.id));
  ledger.compareRead(pet, response);
  return response;
}
