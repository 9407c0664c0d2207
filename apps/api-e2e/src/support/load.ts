import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client, type Instance } from './client.ts';
import type { Ledger } from './ledger.ts';

/** Requests of a client. `repeated`: creates with an Idempotency-Key, until they get 201. `refused`: lists with a malformed key. */
type Kind = 'create' | 'repeated' | 'list' | 'get' | 'refused';

/** A response without its body. */
export interface Observation extends Omit<Answer, 'text' | 'headers'> {
  readonly kind: Kind;
  readonly instance: Instance;
}

export interface LoadOptions {
  readonly instances: readonly Instance[];
  readonly key: string;
  readonly clients?: number;
  /** Milliseconds that a client waits after each successful request; 0 by default. */
  readonly interval?: number;
  /** Kinds of the clients, assigned in turn. */
  readonly kinds?: readonly Kind[];
}

const mixedKinds: readonly Kind[] = ['create', 'repeated', 'list', 'get', 'create', 'repeated', 'list', 'refused'];

/** Milliseconds that a client waits after a failure: much less than `Retry-After`, to see the recovery at once. */
const pause = 20;

/** The service refuses it without a query, because its checksum is wrong. */
export const malformedKey = `pets_${'0'.repeat(43)}000000`;

/** Concurrent clients that send requests until `end` or the end of the test. */
export class Load {
  readonly observations: Observation[] = [];
  private successCount = 0;
  private isEnding = false;
  private readonly work: Promise<unknown>;
  private readonly interval: number;

  constructor(
    private readonly ledger: Ledger,
    private readonly testEnd: AbortSignal,
    { instances, key, clients = 32, kinds = mixedKinds, interval = 0 }: LoadOptions,
  ) {
    this.interval = interval;
    const each = Array.from({ length: clients }, (_, index) => {
      const instance = instances[Math.floor(index / kinds.length) % instances.length]!;
      return this.sendRepeatedly(kinds[index % kinds.length]!, instance, key);
    });
    this.work = Promise.all(each);
    this.work.catch(() => undefined);
  }

  /** Waits for this number of further successful responses. */
  async successes(count: number): Promise<void> {
    const goal = this.successCount + count;
    while (this.successCount < goal) {
      // Throws the error of a client.
      await Promise.race([this.work, delay(5)]);
      this.testEnd.throwIfAborted();
    }
  }

  /** Sends no new requests, and waits for all clients. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.work;
  }

  /** Returns the longest response time in milliseconds. */
  get longest(): number {
    return longestOf(this.observations);
  }

  /** Returns the milliseconds from a time to the last failure; 0 if nothing has failed since. */
  failedFor(from: number): number {
    return this.observations.filter(isFailure).reduce((longest, { at }) => Math.max(longest, at - from), 0);
  }

  private async sendRepeatedly(kind: Kind, instance: Instance, key: string): Promise<void> {
    const client = new Client(instance, kind === 'refused' ? malformedKey : key);
    while (!this.isEnding && !this.testEnd.aborted) {
      const isCreate = kind === 'create' || kind === 'repeated';
      const status = await (isCreate ? this.create(client, kind) : this.read(client, kind));
      if (status === 0 || status >= 400) await delay(pause);
      else if (this.interval > 0) await delay(this.interval);
    }
    client.close();
  }

  /** @returns the status */
  private async read(client: Client, kind: Kind): Promise<number> {
    const pet = kind === 'get' ? this.ledger.latestPet : undefined;
    const answer = await client.get(pet ? `/v1/pets/${pet.id}` : '/v1/pets?limit=5');
    if (pet) this.ledger.compareRead(pet, answer);
    return this.observe(kind, client, answer);
  }

  /** @returns the status of the last attempt */
  private async create(client: Client, kind: Kind): Promise<number> {
    const isRepeated = kind === 'repeated';
    const newPet = this.ledger.nextPet();
    for (;;) {
      const answer = await client.post('/v1/pets', newPet, isRepeated ? newPet.name.replace(' ', '-') : undefined);
      this.ledger.record(newPet, answer, isRepeated);
      const { status, code } = answer;
      this.observe(kind, client, answer);
      if (status === 201 || !isRepeated || this.testEnd.aborted) return status;
      // After 409, another attempt is still in progress.
      if (status >= 400 && status < 500 && status !== 409) throw new Error(`a create returned ${status} ${code}`);
      await delay(pause);
    }
  }

  private observe(kind: Kind, { instance }: Client, { status, code, milliseconds, at, isReused }: Answer): number {
    this.observations.push({ kind, instance, status, code, milliseconds, at, isReused });
    if (status > 0 && status < 300) this.successCount += 1;
    return status;
  }
}

/** Whether there was no response, or a server error. */
export function isFailure({ status }: { readonly status: number }): boolean {
  return status === 0 || status >= 500;
}

/** Returns each kind of response once, such as `create 503 outcome_unknown`. */
export function kindsOf(observations: readonly Observation[]): string[] {
  return [...new Set(observations.map(({ kind, status, code }) => `${kind} ${status} ${code}`))];
}

/** Returns the longest response time in milliseconds. */
export function longestOf(answers: readonly { readonly milliseconds: number }[]): number {
  return answers.reduce((longest, { milliseconds }) => Math.max(longest, milliseconds), 0);
}

/** Returns a percentile of the values by the nearest-rank method. @param fraction such as 0.99 */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(fraction * values.length) - 1)] ?? NaN;
}
