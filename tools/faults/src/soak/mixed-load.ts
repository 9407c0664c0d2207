import { setTimeout as delay } from 'node:timers/promises';
import {
  Client,
  type ClientResponse,
  createRecorded,
  type Ledger,
  listPets,
  percentile,
  readLatest,
  type Target,
} from '@petstore/driver';
import { sendHostile } from './hostile-requests.ts';
import type { Adopter, OrderLoad, ValidResponse } from './order-load.ts';

const clients = 16;
const hostileClients = 2;

/** Reads in each ten requests. The ninth is a create, the tenth an order or a transition. */
const readsOfTen = 8;

/** `limit` of the lists. */
const listLimit = 20;

/** Milliseconds between two hostile requests of a client. */
const hostilePause = 50;

/** Clients that send 80 % reads, 10 % creates and 10 % orders and transitions, and clients that send hostile requests, until `end`. */
export class MixedLoad {
  private isEnding = false;
  private durations: number[] = [];
  private readonly work: Promise<unknown>;
  /** Valid requests that have got a response. */
  requests = 0;
  /** Hostile requests that have ended. */
  hostile = 0;
  /** Responses to valid requests other than 200 and 201, except 409 for a pet that is not available, and unexpected responses to hostile requests. */
  failures = 0;
  /** Descriptions of unexpected responses to hostile requests, without repetitions. */
  readonly unexpected = new Set<string>();

  constructor(
    private readonly target: Target,
    private readonly ledger: Ledger,
    private readonly orders: OrderLoad,
  ) {
    this.work = Promise.all([
      ...Array.from({ length: clients }, (_, index) => this.sendValid(index)),
      ...Array.from({ length: hostileClients }, () => this.sendHostile()),
    ]);
  }

  /** Returns percentiles of the response times since the last call, in milliseconds; 0 if there was no response. */
  percentiles(): { p50: number; p99: number } {
    const { durations } = this;
    this.durations = [];
    if (durations.length === 0) return { p50: 0, p99: 0 };
    return { p50: percentile(durations, 0.5), p99: percentile(durations, 0.99) };
  }

  /** Stops sending new requests and waits for all clients. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.work;
  }

  /** @param index number of the client */
  private async sendValid(index: number): Promise<void> {
    const client = new Client(this.target.address, this.target.key);
    const adopter = this.orders.adopter(client, index);
    for (let number = 0; !this.isEnding; number++) {
      const { isExpected, milliseconds } = await this.send(client, adopter, number);
      this.requests += 1;
      this.durations.push(milliseconds);
      if (!isExpected) this.failures += 1;
    }
    client.close();
  }

  private async send(client: Client, adopter: Adopter, number: number): Promise<ValidResponse> {
    const position = number % 10;
    if (position > readsOfTen) return adopter.sendNext();
    if (position === readsOfTen) return expect(201, await createRecorded(client, this.ledger));
    if (number % 2 === 0) return expect(200, await readLatest(client, this.ledger, listLimit));
    return expect(200, await client.send(listPets({ limit: listLimit })));
  }

  private async sendHostile(): Promise<void> {
    for (let number = 0; !this.isEnding; number++) {
      const unexpected = await sendHostile(this.target.address(), this.target.key, number);
      this.hostile += 1;
      if (unexpected !== undefined) {
        this.failures += 1;
        this.unexpected.add(unexpected);
      }
      await delay(hostilePause);
    }
  }
}

function expect(status: number, response: ClientResponse): ValidResponse {
  return { ...response, isExpected: response.status === status };
}
