import type { Answer } from './client.ts';

export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

export type NewPetJson = Omit<PetJson, 'id'>;

/** What became of a create, as far as its client was told. */
type Fate = { readonly told: 'made'; readonly pet: PetJson } | { readonly told: 'not made' | 'nothing' };

export interface Verdict {
  readonly acknowledged: number;
  /** Acknowledged, and not there. */
  readonly lost: number;
  /** Not as it was asked for, or not as it was acknowledged. */
  readonly altered: number;
  /** Asked for once and there twice, or an id given to two. */
  readonly twice: number;
  /** There, though its client was told that it was not made, or though nobody had asked for it. */
  readonly untrue: number;
  /** Creates whose clients were told nothing for certain, and how many of them were made. */
  readonly unknown: number;
  readonly unknownMade: number;
}

const statuses = ['available', 'pending', 'sold'];

/** Written by the clients as they go: what was asked for, and what they were told. Names are never used twice. */
export class Ledger {
  private readonly asked = new Map<string, NewPetJson>();
  private readonly fates = new Map<string, Fate>();
  private wrongAnswers = 0;

  /** Animals that were acknowledged, the latest last. */
  readonly acknowledged: PetJson[] = [];

  next(): NewPetJson {
    const number = this.asked.size;
    const newPet = { name: `pet ${number}`, categoryId: number * 7, status: statuses[number % statuses.length]! };
    this.asked.set(newPet.name, newPet);
    this.fates.set(newPet.name, { told: 'nothing' });
    return newPet;
  }

  /** Answers whether the client knows now. A later attempt at the same create may settle what an earlier one left open. */
  hear(newPet: NewPetJson, answer: Answer): boolean {
    if (answer.status === 201) {
      this.acknowledge(newPet, JSON.parse(answer.text) as PetJson);
      return true;
    }
    const isKnown = isCertainlyNotMade(answer);
    if (isKnown) this.fates.set(newPet.name, { told: 'not made' });
    return isKnown;
  }

  acknowledge(newPet: NewPetJson, pet: PetJson): void {
    if (!isSame(pet, newPet)) this.wrongAnswers += 1;
    this.fates.set(newPet.name, { told: 'made', pet });
    this.acknowledged.push(pet);
  }

  /** An attempt of which an earlier one may have made it: only an acknowledgement counts. */
  hearAgain(newPet: NewPetJson, answer: Answer): boolean {
    return answer.status === 201 && this.hear(newPet, answer);
  }

  /** What reading an acknowledged animal was answered: itself, unless reading failed. */
  see(pet: PetJson, { status, text }: Answer): void {
    if (status === 404) this.wrongAnswers += 1;
    if (status !== 200) return;
    const seen = JSON.parse(text) as PetJson;
    if (seen.id !== pet.id || !isSame(seen, pet)) this.wrongAnswers += 1;
  }

  /** Holds what was written down against all that is there. */
  judge(kept: readonly PetJson[]): Verdict {
    const byName = groupedByName(kept);
    const fates = [...this.fates];
    const made = fates.flatMap(([, fate]) => (fate.told === 'made' ? [fate.pet] : []));
    const unknown = fates.filter(([, fate]) => fate.told === 'nothing').map(([name]) => name);
    const denied = fates.filter(([name, fate]) => fate.told === 'not made' && byName.has(name));
    const isThere = (pet: PetJson) => byName.get(pet.name)?.some(({ id }) => id === pet.id);
    return {
      acknowledged: made.length,
      lost: made.filter((pet) => !isThere(pet)).length,
      altered: this.wrongAnswers + kept.filter((pet) => !isSame(pet, this.asked.get(pet.name) ?? pet)).length,
      twice: kept.length - byName.size + made.length - new Set(made.map(({ id }) => id)).size,
      untrue: denied.length + kept.filter(({ name }) => !this.asked.has(name)).length,
      unknown: unknown.length,
      unknownMade: unknown.filter((name) => byName.has(name)).length,
    };
  }
}

function groupedByName(pets: readonly PetJson[]): Map<string, PetJson[]> {
  const groups = new Map<string, PetJson[]>();
  for (const pet of pets) groups.set(pet.name, [...(groups.get(pet.name) ?? []), pet]);
  return groups;
}

/** No connection, or a refusal: both say that nothing was done. */
function isCertainlyNotMade({ status, code }: Answer): boolean {
  if (status === 0) return code === 'ECONNREFUSED';
  return status !== 500 && code !== 'outcome_unknown';
}

function isSame(pet: NewPetJson, other: NewPetJson): boolean {
  return pet.name === other.name && pet.categoryId === other.categoryId && pet.status === other.status;
}
