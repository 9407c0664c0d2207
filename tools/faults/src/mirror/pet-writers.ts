import { setTimeout as delay } from 'node:timers/promises';
import { type Pet, PetstoreError, type PetstoreClient } from '@petstore/client';

type Int64 = Pet['id'];

/** Milliseconds that a writer waits after a call without a response and after 503. */
const pause = 20;

const statuses = ['available', 'pending', 'sold'] as const;

/** Codes of 409: another writer has changed the animal or the order. */
const conflicts = new Set(['pet_not_available', 'pet_has_order', 'invalid_order_transition']);

/** Concurrent clients that create and update animals, and place, cancel, complete and return orders for them, until `end`. */
export class PetWriters {
  requests = 0;
  acknowledged = 0;
  /** Calls without a response, and responses with 503. */
  failures = 0;
  /** Responses that no fault explains. */
  readonly unexpected = new Set<string>();
  private isEnding = false;
  private readonly work: Promise<unknown>;

  /** @param pets animals to change; the writers add those that they create */
  constructor(
    private readonly client: PetstoreClient,
    private readonly pets: Int64[],
    writers = 16,
  ) {
    this.work = Promise.all(Array.from({ length: writers }, () => this.write()));
  }

  /** Waits until all calls have ended. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.work;
  }

  private async write(): Promise<void> {
    for (let number = 0; !this.isEnding; number++) {
      const action = Math.random();
      if (action < 0.2) await this.create(number);
      else if (action < 0.5) await this.update(number);
      else await this.adopt();
    }
  }

  private async create(number: number): Promise<void> {
    const created = await this.call(({ pets }) =>
      pets.create({ name: `created ${number}`, categoryId: randomInt64() }),
    );
    if (created) this.pets.push(created.id);
  }

  private async update(number: number): Promise<void> {
    const updates = [{ name: `updated ${number}` }, { categoryId: randomInt64() }, { status: anyOf(statuses) }];
    await this.call(({ pets }) => pets.update(anyOf(this.pets), anyOf(updates)));
  }

  private async adopt(): Promise<void> {
    const order = await this.call(({ orders }) => orders.place({ petId: anyOf(this.pets) }));
    if (!order) return;
    if (Math.random() < 0.5) {
      await this.call(({ orders }) => orders.cancel(order.id));
    } else if (await this.call(({ orders }) => orders.complete(order.id))) {
      await this.call(({ orders }) => orders.return(order.id));
    }
  }

  /** @returns undefined if the call failed */
  private async call<T>(send: (client: PetstoreClient) => Promise<T>): Promise<T | undefined> {
    this.requests += 1;
    try {
      const result = await send(this.client);
      this.acknowledged += 1;
      return result;
    } catch (error) {
      if (!(error instanceof PetstoreError)) throw error;
      const { status, code } = error;
      if (status === 0 || status === 503) {
        this.failures += 1;
        await delay(pause);
      } else if (!conflicts.has(code)) {
        this.unexpected.add(`${status} ${code}`);
      }
      return undefined;
    }
  }
}

function anyOf<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)]!;
}

function randomInt64(): bigint {
  return crypto.getRandomValues(new BigInt64Array(1))[0]! & (2n ** 63n - 1n);
}
