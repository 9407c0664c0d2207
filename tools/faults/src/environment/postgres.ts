import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgres } from '@petstore/database';
import pg from 'pg';
import { childrenOf, signalIfAlive } from './children.ts';

/** Milliseconds between two looks. */
const pause = 5;

/** A PostgreSQL that keeps its promises (fsync on), to do things to. Whatever ends it, it is started again at once. */
export class Postgres {
  private constructor(
    readonly directory: string,
    private readonly server: EmbeddedPostgres,
  ) {}

  static async start(directory: string, settings: Record<string, string> = {}): Promise<Postgres> {
    return new Postgres(directory, await EmbeddedPostgres.join(directory, { settings }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Where its sockets lie. */
  get socketDirectory(): string {
    // An address without a host before the path is none that URL takes.
    return new URLSearchParams(this.url.split('?')[1]).get('host')!;
  }

  get data(): string {
    return join(this.directory, 'postgresql');
  }

  /** To the postmaster alone. */
  signal(signal: NodeJS.Signals): void {
    process.kill(this.postmaster, signal);
  }

  /** To every process of it. */
  signalAll(signal: NodeJS.Signals): void {
    const { postmaster } = this;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) signalIfAlive(pid, signal);
  }

  /** Does what ends it and waits until it accepts connections again. Answers when that was, by `performance.now()`. */
  async untilItIsBack(end: () => void): Promise<number> {
    const before = this.postmaster;
    end();
    while (isAlive(before)) await delay(pause);
    for (;;) {
      const answer = await this.query('SELECT 1').catch(() => undefined);
      if (answer) return performance.now();
      await delay(pause);
    }
  }

  async query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Those of the service, whatever they are at. */
  async cutConnections(): Promise<void> {
    await this.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'petstore'");
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Kills it in such a way that nobody starts it again. */
  async killForGood(): Promise<void> {
    const left = this.server.leave();
    this.signalAll('SIGKILL');
    await left;
  }

  stop(): Promise<void> {
    return this.server.leave();
  }

  private get postmaster(): number {
    const file = join(this.data, 'postmaster.pid');
    if (!existsSync(file)) throw new Error('PostgreSQL does not run');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
