import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Answer } from './client.ts';
import { Ledger } from './ledger.ts';

export type Kind = 'create' | 'repeatable' | 'list' | 'get' | 'stranger';

export interface Heard extends Omit<Answer, 'text' | 'headers'> {
  readonly kind: Kind;
}

/** Who does what: each client has one kind of work. */
const kinds: readonly Kind[] = ['create', 'repeatable', 'list', 'get', 'create', 'repeatable', 'list', 'stranger'];

/** Milliseconds that a client waits after anything but a good answer: far less than it is asked to, to see when all is well. */
const shortPause = 20;

/** Its checksum is wrong, so that it is refused without asking the database. */
export const wrongKey = `pets_${'0'.repeat(43)}000000`;

export interface Target {
  readonly address: () => string;
  readonly key: string;
}

/** Many clients at work until they are told to stop, and all that they heard. */
export class Load {
  readonly heard: Heard[] = [];
  private readonly told = new EventEmitter();
  private isOver = false;
  private readonly work: Promise<void>;

  /**
   * @param targets the clients are spread over them
   * @param pause milliseconds that a client waits after anything but a good answer
   */
  constructor(
    targets: readonly Target[],
    readonly ledger: Ledger,
    clients = 32,
    private readonly pause = shortPause,
  ) {
    const each = Array.from({ length: clients }, (_, index) => {
      const kind = kinds[index % kinds.length]!;
      return this.keepAsking(kind, targets[Math.floor(index / kinds.length) % targets.length]!);
    });
    this.work = Promise.all(each).then(() => undefined);
    this.work.catch((error: unknown) => this.told.emit('error', error));
    this.told.on('error', () => undefined);
  }

  /** Waits until so many more were answered well. */
  async answers(count: number): Promise<void> {
    for (let left = count; left > 0;) {
      const [{ status }] = (await once(this.told, 'heard')) as [Heard];
      if (status > 0 && status < 300) left -= 1;
    }
  }

  /** No new requests; repeats go on until they are answered. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async keepAsking(kind: Kind, { address, key }: Target): Promise<void> {
    const client = new Client(address, kind === 'stranger' ? wrongKey : key);
    while (!this.isOver) {
      const isWell = await this.ask(client, kind);
      if (!isWell || kind === 'stranger') await delay(this.pause);
    }
    client.close();
  }

  /** One piece of work; answers whether it went well. */
  private async ask(client: Client, kind: Kind): Promise<boolean> {
    if (kind === 'create') return this.create(client);
    if (kind === 'repeatable') return this.createUntilAnswered(client);
    const pet = kind === 'get' ? this.ledger.acknowledged.at(-1) : undefined;
    const answer = await client.send('GET', pet ? `/v1/pets/${pet.id}` : '/v1/pets?limit=5');
    if (pet) this.ledger.see(pet, answer);
    return this.note(kind, answer).status === (kind === 'stranger' ? 401 : 200);
  }

  private async create(client: Client): Promise<boolean> {
    const newPet = this.ledger.next();
    const answer = await client.send('POST', '/v1/pets', newPet);
    this.ledger.hear(newPet, answer);
    return this.note('create', answer).status === 201;
  }

  private async createUntilAnswered(client: Client): Promise<boolean> {
    const newPet = this.ledger.next();
    for (let attempt = 1; ; attempt++) {
      const answer = await client.send('POST', '/v1/pets', newPet, newPet.name.replace(' ', '-'));
      this.note('repeatable', answer);
      if (this.ledger.hearAgain(newPet, answer)) return attempt === 1;
      if (isFinal(answer)) throw new Error(`a repeat was answered ${answer.status} ${answer.code}`);
      await delay(this.pause);
    }
  }

  private note(kind: Kind, { status, code, milliseconds, at, isKept }: Answer): Heard {
    const heard = { kind, status, code, milliseconds, at, isKept };
    this.heard.push(heard);
    this.told.emit('heard', heard);
    return heard;
  }
}

/** Whether repeating is of no use. */
function isFinal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 409;
}

/** Whether it was no answer, or one of the server's failures. */
export function isFailure({ status }: Heard): boolean {
  return status === 0 || status >= 500;
}
