import { setTimeout as delay } from 'node:timers/promises';
import {
  type ApiRequest,
  changeOrder,
  Client,
  type ClientResponse,
  isFailure,
  type NewOrderJson,
  type Observation,
  type OrderLedger,
  type OrderTransition,
  placeOrder,
  type Target,
  toObservation,
} from '@petstore/driver';

/** Milliseconds before a client sends a request again. */
const pause = 50;

/** Number of the clients that request transitions of one order. */
const changingClients = 20;

/**
 * Clients that send their requests at once. After 503 or without a response a client tries again, at the next instance, until it
 * gets another response.
 */
export class OrderClients {
  readonly observations: Observation[] = [];
  private readonly clients: readonly FailoverClient[];

  /** @param targets the instances, over which the clients are distributed, with one key */
  constructor(count: number, targets: readonly Target[]) {
    this.clients = Array.from({ length: count }, (_, index) => new FailoverClient(targets, index));
  }

  /**
   * All clients order the pet at once. Half of the clients try again with the `Idempotency-Key` of their order. The others send
   * a new order without a key.
   * @returns the orders with a key
   */
  async placeAtOnce(ledger: OrderLedger): Promise<NewOrderJson[]> {
    const half = this.clients.length / 2;
    const keyed = this.clients.slice(0, half).map((client) => ({ client, newOrder: ledger.nextOrder() }));
    await Promise.all([
      ...keyed.map(({ client, newOrder }) => this.placeWithKey(ledger, newOrder, client)),
      ...this.clients.slice(half).map((client) => this.placeWithoutKey(ledger, client)),
    ]);
    return keyed.map(({ newOrder }) => newOrder);
  }

  /** Sends an order with its key, also one that was sent before. */
  placeWithKey(ledger: OrderLedger, newOrder: NewOrderJson, client = this.clients[0]!): Promise<void> {
    const request = placeOrder(newOrder, newOrder.reference.replaceAll(' ', '-'));
    return this.sendUntilSettled(client, 'order', () => ({
      request,
      record: (response) => ledger.record(newOrder, response),
    }));
  }

  /** Some of the clients request the transitions of the order at once, each client one of them. */
  async changeAtOnce(ledger: OrderLedger, id: number, transitions: readonly OrderTransition[]): Promise<void> {
    const changing = this.clients.slice(0, changingClients).map((client, index) => {
      const transition = transitions[index % transitions.length]!;
      return this.sendUntilSettled(client, 'transition', () => ({
        request: changeOrder(id, transition),
        record: (response) => ledger.recordTransition(id, transition, response),
      }));
    });
    await Promise.all(changing);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  private placeWithoutKey(ledger: OrderLedger, client: FailoverClient): Promise<void> {
    return this.sendUntilSettled(client, 'order', () => {
      const newOrder = ledger.nextOrder();
      return { request: placeOrder(newOrder), record: (response) => ledger.record(newOrder, response) };
    });
  }

  private async sendUntilSettled(
    client: FailoverClient,
    kind: Observation['kind'],
    nextAttempt: () => Attempt,
  ): Promise<void> {
    for (;;) {
      const { request, record } = nextAttempt();
      const response = await client.send(request);
      const observation = toObservation(kind, response);
      this.observations.push(observation);
      record(response);
      if (!isFailure(observation)) return;
      await delay(pause);
    }
  }
}

interface Attempt {
  readonly request: ApiRequest;
  readonly record: (response: ClientResponse) => void;
}

/** A client that sends its next request to another instance after a failure. */
class FailoverClient {
  private readonly client: Client;

  /** @param position index of the first instance, modulo the number of instances */
  constructor(
    targets: readonly Target[],
    private position: number,
  ) {
    this.client = new Client(() => targets[this.position % targets.length]!.address(), targets[0]!.key);
  }

  async send(request: ApiRequest): Promise<ClientResponse> {
    const response = await this.client.send(request);
    if (response.status === 0 || response.status >= 500) this.position += 1;
    return response;
  }

  close(): void {
    this.client.close();
  }
}
