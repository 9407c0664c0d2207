import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientResponse } from './client.ts';
import { Ledger } from './ledger.ts';
import { createRecorded, readLatest } from './recorded-requests.ts';
import { createPet, listPets } from './requests.ts';

/** Requests of a client. `repeatable`: creates with an `Idempotency-Key`. `unauthenticated`: lists with an invalid key. */
type Kind = 'create' | 'repeatable' | 'list' | 'get' | 'unauthenticated';

/** A response without its body and headers. */
export interface Observation extends Omit<ClientResponse, 'text' | 'headers'> {
  readonly kind: Kind | 'order' | 'transition';
}

/** Kinds of the clients, assigned in turn. */
const kinds: readonly Kind[] = [
  'create',
  'repeatable',
  'list',
  'get',
  'create',
  'repeatable',
  'list',
  'unauthenticated',
];

/** Milliseconds between attempts. Much shorter than `Retry-After`, so that the measured recovery time is exact. */
const defaultPause = 20;

/** `limit` of the lists. */
const listLimit = 5;

/** An API key with a wrong checksum. The service refuses it without a query. */
export const malformedKey = `pets_${'0'.repeat(43)}000000`;

export interface Target {
  readonly address: () => string;
  readonly key: string;
}

/** Concurrent clients that send requests until `end`. Records an observation of each response. */
export class Load {
  readonly observations: Observation[] = [];
  private readonly events = new EventEmitter();
  private isEnding = false;
  private readonly work: Promise<void>;

  /**
   * @param targets instances of the service, over which the clients are distributed
   * @param pause milliseconds that a client waits after an unexpected response
   */
  constructor(
    targets: readonly Target[],
    readonly ledger: Ledger,
    clients = 32,
    private readonly pause = defaultPause,
  ) {
    const each = Array.from({ length: clients }, (_, index) => {
      const kind = kinds[index % kinds.length]!;
      return this.sendRepeatedly(kind, targets[Math.floor(index / kinds.length) % targets.length]!);
    });
    this.work = Promise.all(each).then(() => undefined);
    this.work.catch((error: unknown) => this.events.emit('error', error));
    this.events.on('error', () => undefined);
  }

  /** @param count number of further successful responses to wait for */
  async waitForSuccesses(count: number): Promise<void> {
    for (let remaining = count; remaining > 0;) {
      const [{ status }] = (await once(this.events, 'observation')) as [Observation];
      if (status > 0 && status < 300) remaining -= 1;
    }
  }

  /** Stops sending new requests and waits for all clients. A client with a `repeatable` create repeats it until it gets 201. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.work;
  }

  private async sendRepeatedly(kind: Kind, { address, key }: Target): Promise<void> {
    const client = new Client(address, kind === 'unauthenticated' ? malformedKey : key);
    while (!this.isEnding) {
      const isExpected = await this.send(client, kind);
      if (!isExpected || kind === 'unauthenticated') await delay(this.pause);
    }
    client.close();
  }

  /** @returns whether the response was the expected one */
  private async send(client: Client, kind: Kind): Promise<boolean> {
    if (kind === 'repeatable') return this.createUntilAcknowledged(client);
    if (kind === 'create') return this.observe(kind, await createRecorded(client, this.ledger)).status === 201;
    if (kind === 'get') return this.observe(kind, await readLatest(client, this.ledger, listLimit)).status === 200;
    const { status } = this.observe(kind, await client.send(listPets({ limit: listLimit })));
    return status === (kind === 'unauthenticated' ? 401 : 200);
  }

  private async createUntilAcknowledged(client: Client): Promise<boolean> {
    const newPet = this.ledger.nextPet();
    for (let attempt = 1; ; attempt++) {
      const response = await client.send(createPet(newPet, newPet.name.replace(' ', '-')));
      this.observe('repeatable', response);
      if (this.ledger.recordRepeat(newPet, response)) return attempt === 1;
      if (isFinal(response)) throw new Error(`a repeated create returned ${response.status} ${response.code}`);
      await delay(this.pause);
    }
  }

  private observe(kind: Kind, response: ClientResponse): Observation {
    const observation = toObservation(kind, response);
    this.observations.push(observation);
    this.events.emit('observation', observation);
    return observation;
  }
}

export function toObservation(
  kind: Observation['kind'],
  { status, code, milliseconds, at, isReused }: ClientResponse,
): Observation {
  return { kind, status, code, milliseconds, at, isReused };
}

/** Whether a repeat cannot succeed. After 409 it can, because another attempt is still in progress. */
function isFinal({ status }: ClientResponse): boolean {
  return status >= 400 && status < 500 && status !== 409;
}

/** Whether there was no response, or a server error. */
export function isFailure({ status }: Observation): boolean {
  return status === 0 || status >= 500;
}
