import type { ClientResponse } from './client.ts';
import type { NewPetJson, PetJson } from './pet-json.ts';

/** Outcome of a create, as far as its client knows it. */
type Outcome = { readonly state: 'created'; readonly pet: PetJson } | { readonly state: 'not created' | 'unknown' };

/** Result of comparing the ledger with the stored pets. */
export interface Verdict {
  readonly acknowledged: number;
  /** Acknowledged, but not stored. */
  readonly lost: number;
  /** Stored or returned with other values than requested or acknowledged. */
  readonly altered: number;
  /** Stored twice for one create, or two creates acknowledged with one id. */
  readonly duplicated: number;
  /** Stored although the response said that nothing was created, or although no client created them. */
  readonly contradicted: number;
  /** Creates whose outcome their clients do not know, and how many of them were stored. */
  readonly unknown: number;
  readonly unknownCreated: number;
}

const statuses = ['available', 'pending', 'sold'];

/** Records the pets that clients create and the responses of the service. The name identifies a pet. */
export class Ledger {
  private readonly requested = new Map<string, NewPetJson>();
  private readonly outcomes = new Map<string, Outcome>();
  private wrongResponses = 0;

  /** Acknowledged pets, the latest last. */
  readonly acknowledged: PetJson[] = [];

  /** Returns a pet to create, with a name that was not used before. */
  nextPet(): NewPetJson {
    const number = this.requested.size;
    const newPet = { name: `pet ${number}`, categoryId: number * 7, status: statuses[number % statuses.length]! };
    this.requested.set(newPet.name, newPet);
    this.outcomes.set(newPet.name, { state: 'unknown' });
    return newPet;
  }

  /** Records the response to a first attempt. @returns whether the client knows the outcome now */
  record(newPet: NewPetJson, response: ClientResponse): boolean {
    if (response.status === 201) {
      this.acknowledge(newPet, JSON.parse(response.text) as PetJson);
      return true;
    }
    const isKnown = isCertainlyNotDone(response);
    if (isKnown) this.outcomes.set(newPet.name, { state: 'not created' });
    return isKnown;
  }

  acknowledge(newPet: NewPetJson, pet: PetJson): void {
    if (!isSame(pet, newPet)) this.wrongResponses += 1;
    this.outcomes.set(newPet.name, { state: 'created', pet });
    this.acknowledged.push(pet);
  }

  /** Records the response to a repeated attempt. Only a 201 counts, because an earlier attempt may have created the pet. */
  recordRepeat(newPet: NewPetJson, response: ClientResponse): boolean {
    return response.status === 201 && this.record(newPet, response);
  }

  /** Compares the response to reading an acknowledged pet. Failed reads are ignored, except 404. */
  compareRead(pet: PetJson, { status, text }: ClientResponse): void {
    if (status === 404) this.wrongResponses += 1;
    if (status !== 200) return;
    const read = JSON.parse(text) as PetJson;
    if (read.id !== pet.id || !isSame(read, pet)) this.wrongResponses += 1;
  }

  /** Compares all records with all stored pets. */
  verify(stored: readonly PetJson[]): Verdict {
    const byName = groupByName(stored);
    const outcomes = [...this.outcomes];
    const created = outcomes.flatMap(([, outcome]) => (outcome.state === 'created' ? [outcome.pet] : []));
    const unknown = outcomes.filter(([, outcome]) => outcome.state === 'unknown').map(([name]) => name);
    const denied = outcomes.filter(([name, outcome]) => outcome.state === 'not created' && byName.has(name));
    const isStored = (pet: PetJson) => byName.get(pet.name)?.some(({ id }) => id === pet.id);
    return {
      acknowledged: created.length,
      lost: created.filter((pet) => !isStored(pet)).length,
      altered: this.wrongResponses + stored.filter((pet) => !isSame(pet, this.requested.get(pet.name) ?? pet)).length,
      duplicated: stored.length - byName.size + created.length - new Set(created.map(({ id }) => id)).size,
      contradicted: denied.length + stored.filter(({ name }) => !this.requested.has(name)).length,
      unknown: unknown.length,
      unknownCreated: unknown.filter((name) => byName.has(name)).length,
    };
  }
}

function groupByName(pets: readonly PetJson[]): Map<string, PetJson[]> {
  const groups = new Map<string, PetJson[]>();
  for (const pet of pets) groups.set(pet.name, [...(groups.get(pet.name) ?? []), pet]);
  return groups;
}

/** A refused connection or an error response proves that nothing was done, except 500 and `outcome_unknown`. */
export function isCertainlyNotDone({ status, code }: ClientResponse): boolean {
  if (status === 0) return code === 'ECONNREFUSED';
  return status !== 500 && code !== 'outcome_unknown';
}

function isSame(pet: NewPetJson, other: NewPetJson): boolean {
  return pet.name === other.name && pet.categoryId === other.categoryId && pet.status === other.status;
}
