import { EventEmitter, once } from 'node:events';
import type { Int64, Pet, PetMirrorStore } from '@petstore/client';

/** A copy of all animals in memory. */
export class InMemoryMirror implements PetMirrorStore {
  private animals = new Map<Int64, Pet>();
  private cursor: string | undefined;
  private readonly puts = new EventEmitter();

  /** Number of calls of `reset`. */
  resets = 0;

  /** The animals in ascending order of id. */
  get pets(): Pet[] {
    return [...this.animals.values()].sort((a, b) => Number(a.id) - Number(b.id));
  }

  async load(): Promise<string | undefined> {
    return this.cursor;
  }

  async reset(): Promise<void> {
    this.resets += 1;
    this.animals.clear();
    this.cursor = undefined;
  }

  async put(pets: readonly Pet[], cursor: string): Promise<void> {
    for (const pet of pets) this.animals.set(pet.id, pet);
    this.cursor = cursor;
    this.puts.emit('put');
  }

  /** Waits until the copy fulfils the condition. */
  async until(condition: (mirror: this) => boolean): Promise<void> {
    while (!condition(this)) await once(this.puts, 'put');
  }
}
