import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { petstore, type Place } from '@petstore/processes';
import { Client } from '../driver/client.ts';
import { Ledger, type Verdict } from '../driver/ledger.ts';
import { Load, type Target } from '../driver/load.ts';
import { readBack } from '../driver/read-back.ts';
import { temporaryFolder } from './folder.ts';
import { Instance } from './instance.ts';
import { Postgres } from './postgres.ts';

/** Where a fault is caused: a database of its own, instances of the service on it, and clients. */
export class Stage {
  readonly ledger = new Ledger();
  private readonly instances: Instance[] = [];

  private constructor(
    private readonly folder: string,
    readonly postgres: Postgres,
    readonly place: Place,
  ) {}

  static async set(settings: Record<string, string> = {}): Promise<Stage> {
    const folder = temporaryFolder();
    const postgres = await Postgres.start(join(folder, 'data'), settings);
    return new Stage(folder, postgres, { DATABASE_URL: postgres.url });
  }

  async start(env: Record<string, string> = {}, place: Place = this.place): Promise<Instance> {
    const instance = await Instance.start(place, env);
    this.instances.push(instance);
    return instance;
  }

  /** Starts an instance with its standard output on a descriptor. @param env with the PORT to listen on */
  async startWithOutput(
    descriptor: number,
    env: Record<string, string> & { readonly PORT: string },
  ): Promise<Instance> {
    const instance = await Instance.startWithOutput(this.place, env, descriptor);
    this.instances.push(instance);
    return instance;
  }

  async issueKey(name = 'a client', ...options: string[]): Promise<string> {
    return this.petstore('keys', 'issue', name, ...options);
  }

  /** What the operators' program prints. @throws Error with its complaint when it fails */
  async petstore(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await petstore(this.place, ...args);
    if (exitCode !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  /** Clients at work, on what the stage's ledger holds. */
  load(targets: readonly Target[], clients?: number, pause?: number): Load {
    return new Load(targets, this.ledger, clients, pause);
  }

  /** Everything read back and held against the ledger. */
  async judge(target: Target): Promise<Verdict> {
    const client = new Client(target.address, target.key);
    const kept = await readBack(client);
    client.close();
    return this.ledger.judge(kept);
  }

  /** Whatever state it is in. */
  async strike(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.end('SIGKILL')));
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
