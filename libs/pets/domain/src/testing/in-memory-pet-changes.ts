import { ChangePosition } from '../change-position.ts';
import { CursorGone } from '../pet.errors.ts';
import { PetChanges, type PetChangesPage } from '../pet-changes.ts';
import type { Pet } from '../pet.ts';

interface Change {
  readonly number: bigint;
  readonly pet: Pet;
}

/** Test double. Each recorded change is a separate transaction and is in the feed immediately. */
export class InMemoryPetChanges extends PetChanges {
  /** The last change of each pet, in the order of the changes. */
  private readonly changes = new Map<string, Change>();
  private lastNumber = 0n;
  private timeline = 1;

  /** Adds a change. @param pet the pet after the change */
  record(pet: Pet): void {
    this.changes.delete(pet.id.decimal);
    this.changes.set(pet.id.decimal, { number: ++this.lastNumber, pet });
  }

  /** Ends the history, as a promotion does. All positions become invalid. */
  startNewHistory(): void {
    this.timeline += 1;
  }

  async latestPosition(): Promise<ChangePosition> {
    return this.positionOf([...this.changes.values()].at(-1)) ?? new ChangePosition(this.history, '0', '0');
  }

  async after(position: ChangePosition, limit: number): Promise<PetChangesPage> {
    if (position.history !== this.history) throw new CursorGone();
    const page = [...this.changes.values()].filter(({ number }) => number > BigInt(position.changedIn)).slice(0, limit);
    return { pets: page.map(({ pet }) => pet), next: this.positionOf(page.at(-1)) ?? position };
  }

  async delay(): Promise<number> {
    return 0;
  }

  private get history(): string {
    return `1.${String(this.timeline).padStart(8, '0')}.1`;
  }

  private positionOf(change: Change | undefined): ChangePosition | undefined {
    return change && new ChangePosition(this.history, String(change.number), change.pet.id.decimal);
  }
}
