import type { Transaction } from '@petstore/kernel';
import { InMemoryLocks } from '@petstore/kernel/testing';
import { OrderedPetId } from '../order.value-objects.ts';
import { OrderedPets, type OrderedPet } from '../ordered-pets.ts';

/** A pet that any order may change. */
class FakePet implements OrderedPet {
  constructor(
    readonly id: string,
    readonly status: string,
  ) {}

  reserve(): FakePet {
    if (this.status !== 'available') throw new Error(`the pet is ${this.status}`);
    return new FakePet(this.id, 'pending');
  }

  sell(): FakePet {
    return new FakePet(this.id, 'sold');
  }

  release(): FakePet {
    return new FakePet(this.id, 'available');
  }

  takeBack(): FakePet {
    if (this.status !== 'sold') throw new Error(`the pet is ${this.status}`);
    return new FakePet(this.id, 'available');
  }

  snapshot() {
    return { id: this.id, status: this.status };
  }
}

/** Test double. A test puts the pets into `statuses`, by their id. */
export class InMemoryOrderedPets extends OrderedPets {
  readonly statuses = new Map<string, string>();
  private readonly locks = new InMemoryLocks();

  async lock(id: OrderedPetId, transaction: Transaction): Promise<OrderedPet | undefined> {
    this.locks.add(id, transaction);
    const status = this.statuses.get(id.decimal);
    return status === undefined ? undefined : new FakePet(id.decimal, status);
  }

  async update({ id, status }: FakePet, transaction: Transaction): Promise<void> {
    this.locks.require(new OrderedPetId(id), transaction);
    this.statuses.set(id, status);
  }
}
