import type { Answer } from './client.ts';

export interface NewPet {
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

export interface Pet extends NewPet {
  readonly id: number;
}

/** What a client knows about its create. */
type Outcome = Pet | 'not created' | 'unknown';

/** Result of the comparison of a ledger with the stored pets. */
export interface Verdict {
  readonly acknowledged: number;
  /** Acknowledged, but not stored. */
  readonly lost: number;
  /** Stored or returned with other values than requested or acknowledged. */
  readonly altered: number;
  /** Stored twice for one create, or two creates acknowledged with one id. */
  readonly duplicated: number;
  /** Stored although the response said that nothing was done, or although no client created them. */
  readonly contradicted: number;
  /** Creates whose outcome their clients do not know, and how many of them were stored. */
  readonly unknown: number;
  readonly unknownStored: number;
}

const statuses = ['available', 'pending', 'sold'];

/** Records the creates of all clients of a test, and their responses. The name identifies a pet. */
export class Ledger {
  private readonly requested = new Map<string, NewPet>();
  private readonly outcomes = new Map<string, Outcome>();
  private wrongResponses = 0;
  private latest: Pet | undefined;

  /** Returns a pet to create, with a name that was not used before. @param status default: each status in turn */
  nextPet(status?: NewPet['status']): NewPet {
    const number = this.requested.size;
    const anyStatus = statuses[number % statuses.length]!;
    const newPet = { name: `pet ${number}`, categoryId: number * 7, status: status ?? anyStatus };
    this.requested.set(newPet.name, newPet);
    this.outcomes.set(newPet.name, 'unknown');
    return newPet;
  }

  /**
   * Records the response to a create.
   * @param isRepeat whether an earlier attempt may have created the pet; then only a 201 tells the outcome
   */
  record(newPet: NewPet, response: Pick<Answer, 'status' | 'code' | 'text'>, isRepeat = false): void {
    if (response.status === 201) {
      const pet = JSON.parse(response.text) as Pet;
      if (!isSame(pet, newPet)) this.wrongResponses += 1;
      this.outcomes.set(newPet.name, pet);
      this.latest = pet;
    } else if (!isRepeat && isCertainlyNotDone(response)) {
      this.outcomes.set(newPet.name, 'not created');
    }
  }

  /** The pet that was acknowledged last. */
  get latestPet(): Pet | undefined {
    return this.latest;
  }

  /** Compares the response to a read of an acknowledged pet. A failed read tells nothing, except 404. */
  compareRead(pet: Pet, { status, text }: Answer): void {
    if (status === 200 ? !isSame(JSON.parse(text) as Pet, pet) : status === 404) this.wrongResponses += 1;
  }

  /** Compares all records with all stored pets. */
  compare(stored: readonly Pet[]): Verdict {
    const ids = new Map(stored.map(({ name, id }) => [name, id]));
    const outcomes = [...this.outcomes];
    const created = outcomes.flatMap(([, outcome]) => (typeof outcome === 'object' ? [outcome] : []));
    const named = (state: Outcome) => outcomes.filter(([, outcome]) => outcome === state).map(([name]) => name);
    const isStored = (name: string) => ids.has(name);
    return {
      acknowledged: created.length,
      lost: created.filter(({ name, id }) => ids.get(name) !== id).length,
      altered: this.wrongResponses + stored.filter((pet) => !isSame(pet, this.requested.get(pet.name) ?? pet)).length,
      duplicated: stored.length - ids.size + created.length - new Set(created.map(({ id }) => id)).size,
      contradicted:
        named('not created').filter(isStored).length + stored.filter(({ name }) => !this.requested.has(name)).length,
      unknown: named('unknown').length,
      unknownStored: named('unknown').filter(isStored).length,
    };
  }
}

/** A refused connection or an error response proves that nothing was done, except 500 and `outcome_unknown`. */
function isCertainlyNotDone({ status, code }: Pick<Answer, 'status' | 'code'>): boolean {
  return status === 0 ? code === 'ECONNREFUSED' : status !== 500 && code !== 'outcome_unknown';
}

function isSame(pet: NewPet, other: NewPet): boolean {
  return pet.name === other.name && pet.categoryId === other.categoryId && pet.status === other.status;
}
