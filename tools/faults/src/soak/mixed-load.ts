import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Answer } from '../driver/client.ts';
import type { Ledger } from '../driver/ledger.ts';
import type { Target } from '../driver/load.ts';
import { sendHostile } from './hostile-requests.ts';

const clients = 16;
const hostileClients = 2;

/** Of ten requests, those that read. */
const reads = 8;

/** Milliseconds between two hostile requests of a client. */
const hostilePause = 50;

/** 80 % reads, and hostile requests among them, until it is told to end. */
export class MixedLoad {
  private isOver = false;
  private durations: number[] = [];
  private readonly work: Promise<unknown>;
  requests = 0;
  hostile = 0;
  /** Answers that nothing here excuses. */
  failures = 0;
  /** Responses to hostile requests that were not the expected ones, each sentence once. */
  readonly unexpected = new Set<string>();

  constructor(
    private readonly target: Target,
    private readonly ledger: Ledger,
  ) {
    this.work = Promise.all([
      ...Array.from({ length: clients }, () => this.behave()),
      ...Array.from({ length: hostileClients }, () => this.misbehave()),
    ]);
  }

  /** The longest of half, and of 99 of 100 requests since it was asked last, in milliseconds. */
  percentiles(): { p50: number; p99: number } {
    const sorted = this.durations.sort((one, other) => one - other);
    this.durations = [];
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { p50: at(0.5), p99: at(0.99) };
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async behave(): Promise<void> {
    const client = new Client(this.target.address, this.target.key);
    for (let number = 0; !this.isOver; number++) {
      const { status, milliseconds } = await (number % 10 < reads ? this.read(client, number) : this.create(client));
      this.requests += 1;
      this.durations.push(milliseconds);
      if (status !== 200 && status !== 201) this.failures += 1;
    }
    client.close();
  }

  private async read(client: Client, number: number): Promise<Answer> {
    const pet = number % 2 === 0 ? this.ledger.acknowledged.at(-1) : undefined;
    const answer = await client.send('GET', pet ? `/v1/pets/${pet.id}` : '/v1/pets?limit=20');
    if (pet) this.ledger.see(pet, answer);
    return answer;
  }

  private async create(client: Client): Promise<Answer> {
    const newPet = this.ledger.next();
    const answer = await client.send('POST', '/v1/pets', newPet);
    this.ledger.hear(newPet, answer);
    return answer;
  }

  private async misbehave(): Promise<void> {
    for (let number = 0; !this.isOver; number++) {
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
