import type { Transaction } from '@petstore/kernel';
import type { NewPet } from './pet.ts';
import type { PetId } from './pet.value-objects.ts';

/** An animal of another program, which identifies it by a key. */
export interface KeyedPet {
  readonly key: string;
  readonly newPet: NewPet;
}

/**
 * What is known of a key: this import has created its animal (`repeated`), or an earlier one has, from the same NewPet (`known`) or another
 * one (`changed`), or its animal is deleted.
 */
export type KeyState = 'repeated' | 'known' | 'changed' | 'deleted';

/** The keys by which other programs identify the animals that were imported from them. A key is unique within its source. */
export abstract class ImportKeys {
  /** Returns whether no other transaction has locked the keys. Then this transaction has locked them until it ends. */
  abstract lock(transaction: Transaction): Promise<boolean>;

  /** Returns the state of each pet's key, or undefined if the key is not known. */
  abstract states(
    source: string,
    pets: readonly KeyedPet[],
    transaction: Transaction,
  ): Promise<(KeyState | undefined)[]>;

  /** @param ids of the animals that were created of `pets`, in their order */
  abstract add(
    source: string,
    pets: readonly KeyedPet[],
    ids: readonly PetId[],
    transaction: Transaction,
  ): Promise<void>;
}
