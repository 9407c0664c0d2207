import type { Transaction } from '@petstore/kernel';
import { ImportKeys, type KeyedPet, type KeyState } from '../import-keys.ts';
import type { NewPet } from '../pet.ts';
import type { PetRepository } from '../pet.repository.ts';
import type { PetId } from '../pet.value-objects.ts';

interface KnownKey {
  readonly newPet: NewPet;
  readonly id: PetId | undefined;
  readonly transaction: Transaction;
}

/** Test double. Nothing else locks its keys. */
export class InMemoryImportKeys extends ImportKeys {
  private readonly keys = new Map<string, KnownKey>();

  constructor(private readonly pets: PetRepository) {
    super();
  }

  async lock(): Promise<boolean> {
    return true;
  }

  states(source: string, pets: readonly KeyedPet[], transaction: Transaction): Promise<(KeyState | undefined)[]> {
    const stateOf = async ({ key, newPet }: KeyedPet) => {
      const known = this.keys.get(`${source} ${key}`);
      return known && this.stateOf(known, newPet, transaction);
    };
    return Promise.all(pets.map(stateOf));
  }

  async add(source: string, pets: readonly KeyedPet[], ids: readonly PetId[], transaction: Transaction): Promise<void> {
    for (const [index, { key, newPet }] of pets.entries())
      this.keys.set(`${source} ${key}`, { newPet, id: ids[index], transaction });
  }

  private async stateOf(known: KnownKey, newPet: NewPet, transaction: Transaction): Promise<KeyState> {
    if (known.transaction === transaction) return 'repeated';
    if (!known.id || !(await this.pets.find(known.id))) return 'deleted';
    return JSON.stringify(known.newPet.plain()) === JSON.stringify(newPet.plain()) ? 'known' : 'changed';
  }
}
