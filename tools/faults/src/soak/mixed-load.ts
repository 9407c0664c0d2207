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

const clients = 16;
const hostileClients = 2;

/** Reads in each ten requests. */
const readsOfTen = 8;

/** `limit` of the lists. */
const listLimit = 20;

/** Milliseconds between two hostile requests of a client. */
const hostilePause = 50;

/** Clients that send 80 % reads and 20 % creates, and clients that send hostile requests, until `end`. */
export class MixedLoad {
  private isEnding = false;
  private durations: number[] = [];
  private readonly work: Promise<unknown>;
  /** Valid requests that have got a response. */
  requests = 0;
  /** Hostile requests that have ended. */
  hostile = 0;
  /** Responses to valid requests other than 200 and 201, and unexpected responses to hostile requests. */
  failures = 0;
  /** Descriptions of unexpected responses to hostile requests, without repetitions. */
  readonly unexpected = new Set<string>();

  constructor(
    private readonly target: Target,
    private readonly ledger: Ledger,
  ) {
    this.work = Promise.all([
      ...Array.from({ length: clients }, () => this.sendValid()),
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

  private async sendValid(): Promise<void> {
    const client = new Client(this.target.address, this.target.key);
    for (let number = 0; !this.isEnding; number++) {
      const { status, milliseconds } = await this.send(client, number);
      this.requests += 1;
      this.durations.push(milliseconds);
      if (status !== 200 && status !== 201) this.failures += 1;
    }
    client.close();
  }

  private send(client: Client, number: number): Promise<ClientResponse> {
    if (number % 10 >= readsOfTen) return createRecorded(client, this.ledger);
    if (number % 2 === 0) return readLatest(client, this.ledger, listLimit);
    return client.send(listPets({ limit: listLimit }));
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
