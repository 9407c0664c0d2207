import { join } from 'node:path';
import { Client, Ledger, Load, type PetJson, readBack, type Target, type Verdict } from '@petstore/driver';
import {
  createTemporaryDirectory,
  type DatabaseLocation,
  petstoreOutput,
  removeTemporaryDirectory,
} from '@petstore/processes';
import { Instance } from './instance.ts';
import { Postgres } from './postgres.ts';

/** Environment of one fault scenario: a PostgreSQL server, instances of the service, and a ledger of the responses. */
export class Environment {
  readonly ledger = new Ledger();
  private readonly instances: Instance[] = [];

  private constructor(
    private readonly directory: string,
    readonly postgres: Postgres,
    readonly database: DatabaseLocation,
  ) {}

  /** @param settings PostgreSQL settings */
  static async create(settings: Record<string, string> = {}): Promise<Environment> {
    const directory = createTemporaryDirectory();
    const postgres = await Postgres.start(join(directory, 'data'), settings);
    return new Environment(directory, postgres, { DATABASE_URL: postgres.url });
  }

  /** Starts an instance and waits until it is ready. */
  async start(env: Record<string, string> = {}, database: DatabaseLocation = this.database): Promise<Instance> {
    const instance = await Instance.start(database, env);
    this.instances.push(instance);
    return instance;
  }

  /**
   * Starts an instance and waits until it is ready.
   * @param descriptor file descriptor of the instance's standard output
   * @param env must contain PORT
   */
  async startWithOutput(
    descriptor: number,
    env: Record<string, string> & { readonly PORT: string },
  ): Promise<Instance> {
    const instance = await Instance.startWithOutput(this.database, env, descriptor);
    this.instances.push(instance);
    return instance;
  }

  /** Issues an API key. @param options further options of `petstore keys issue` */
  async issueKey(name = 'a client', ...options: string[]): Promise<string> {
    return this.petstore('keys', 'issue', name, ...options);
  }

  /** Runs the `petstore` command and returns its output. @throws Error with its standard error if it fails */
  petstore(...args: string[]): Promise<string> {
    return petstoreOutput(this.database, ...args);
  }

  /** Starts concurrent clients that record the responses in the ledger. */
  load(targets: readonly Target[], clients?: number, pause?: number): Load {
    return new Load(targets, this.ledger, clients, pause);
  }

  /** Reads all pets and compares them with the ledger. @param isIgnored whether a pet does not belong to the ledger */
  async verify(target: Target, isIgnored: (pet: PetJson) => boolean = () => false): Promise<Verdict> {
    const client = new Client(target.address, target.key);
    const stored = await readBack(client);
    client.close();
    return this.ledger.verify(stored.filter((pet) => !isIgnored(pet)));
  }

  /** Kills all instances, stops PostgreSQL and removes all files. */
  async destroy(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.end('SIGKILL')));
    await this.postgres.stop();
    removeTemporaryDirectory(this.directory);
  }
}
