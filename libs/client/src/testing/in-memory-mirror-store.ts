import type { Pet, PetMirrorStore } from '../index.ts';

/** A store whose methods are atomic. It records its calls. */
export class InMemoryMirrorStore implements PetMirrorStore {
  readonly animals = new Map<unknown, Pet>();
  /** `load`, `reset`, and the ids and `isComplete` of each `put`. */
  readonly calls: unknown[] = [];
  cursor: string | undefined;

  /** @param step called before and after the effect of each method; it may throw */
  constructor(private readonly step: () => void = () => undefined) {}

  /** The animals in ascending order of id. */
  get sorted(): Map<unknown, Pet> {
    return new Map([...this.animals].sort(([a], [b]) => Number(a) - Number(b)));
  }

  async load(): Promise<string | undefined> {
    this.calls.push('load');
    this.step();
    return this.cursor;
  }

  async reset(): Promise<void> {
    this.calls.push('reset');
    this.step();
    this.animals.clear();
    this.cursor = undefined;
    this.step();
  }

  async put(pets: readonly Pet[], cursor: string, isComplete: boolean): Promise<void> {
    this.calls.push([pets.map(({ id }) => id), isComplete]);
    this.step();
    for (const pet of pets) this.animals.set(pet.id, pet);
    this.cursor = cursor;
    this.step();
  }
}
