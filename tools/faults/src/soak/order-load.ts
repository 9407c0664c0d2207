import {
  changeOrder,
  type Client,
  type ClientResponse,
  createPet,
  groupByPet,
  type OrderJson,
  OrderLedger,
  type OrderTransition,
  type PetJson,
  placeOrder,
  type StoredOrders,
  type Violation,
} from '@petstore/driver';

/** Number of the pets. It is less than the number of clients, so that some orders are refused. */
const pets = 8;

/** Response to a valid request. */
export interface ValidResponse extends ClientResponse {
  /** Whether the service may respond so without a fault. */
  readonly isExpected: boolean;
}

/** Orders for a few pets, which clients place, complete, cancel and return, and the records about them. */
export class OrderLoad {
  private readonly ledgers: readonly OrderLedger[];

  private constructor(pets: readonly PetJson[]) {
    this.ledgers = pets.map((pet) => new OrderLedger(pet));
  }

  /** Creates the pets. @throws Error if a response is not 201 */
  static async create(client: Client): Promise<OrderLoad> {
    const created: PetJson[] = [];
    for (let number = 0; number < pets; number++) {
      const { status, code, text } = await client.send(
        createPet({ name: `ordered pet ${number}`, categoryId: number }),
      );
      if (status !== 201) throw new Error(`createPet returned ${status} ${code}`);
      created.push(JSON.parse(text) as PetJson);
    }
    return new OrderLoad(created);
  }

  /** Whether the pet belongs to this load. */
  has(petId: number): boolean {
    return this.ledgers.some(({ pet }) => pet.id === petId);
  }

  /** Returns a client that orders the pets. @param position index of its first pet, modulo the number of pets */
  adopter(client: Client, position: number): Adopter {
    return new Adopter(client, this.ledgers, position);
  }

  /** Compares all records with the stored pets and orders. */
  verify({ pets: storedPets, orders }: StoredOrders): Violation[] {
    const byPet = groupByPet(orders);
    return this.ledgers.flatMap((ledger) => {
      const { id } = ledger.pet;
      return ledger.verify({ pets: storedPets.filter((pet) => pet.id === id), orders: byPet.get(id) ?? [] });
    });
  }

  /** Number of the acknowledged orders. */
  get acknowledged(): number {
    return this.ledgers.reduce((sum, { counts }) => sum + counts.acknowledged, 0);
  }
}

/** A client that orders one pet after another. It completes or cancels each order, and returns the pet of a completed one. */
export class Adopter {
  /** The order that the client has placed, until its pet is available again. */
  private order: OrderJson | undefined;

  constructor(
    private readonly client: Client,
    private readonly ledgers: readonly OrderLedger[],
    private position: number,
  ) {}

  /** Sends the next request. */
  async sendNext(): Promise<ValidResponse> {
    const ledger = this.ledgers[this.position % this.ledgers.length]!;
    const response = this.order ? await this.change(this.order, ledger) : await this.place(ledger);
    // The next order is for another pet.
    if (!this.order) this.position += 1;
    return response;
  }

  private async place(ledger: OrderLedger): Promise<ValidResponse> {
    const newOrder = ledger.nextOrder();
    const response = await this.client.send(placeOrder(newOrder));
    if (response.status === 201) this.order = JSON.parse(response.text) as OrderJson;
    return { ...response, isExpected: ledger.record(newOrder, response) };
  }

  private async change(order: OrderJson, ledger: OrderLedger): Promise<ValidResponse> {
    const transition = nextTransition(order);
    const response = await this.client.send(changeOrder(order.id, transition));
    ledger.recordTransition(order.id, transition, response);
    const isExpected = response.status === 200;
    const changed = isExpected ? (JSON.parse(response.text) as OrderJson) : order;
    if (isExpected) this.order = changed.status === 'completed' ? changed : undefined;
    return { ...response, isExpected };
  }
}

/** Every second placed order is completed, the others are cancelled. */
function nextTransition({ id, status }: OrderJson): OrderTransition {
  if (status === 'completed') return 'return';
  return id % 2 === 0 ? 'complete' : 'cancel';
}
