import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@petstore/database';
import { parentOf } from '@petstore/processes';
import pg from 'pg';
import { children } from './children.ts';
import { operatorsProgram } from './paths.ts';
import type { Progress } from './progress.ts';
import { makeScratch, removeScratch } from './scratch.ts';

/**
 * Durable as PostgreSQL is by default. What would come by itself, and to whoever happens to be measured then, is off:
 * vacuuming, and checkpoints within a run.
 */
const settings = {
  shared_buffers: '256MB',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/** Animals that one statement loads. */
const portion = 250_000;

/** A PostgreSQL of the benchmark's own with the service's schema, animals and one API key. */
export class Store {
  private constructor(
    readonly url: string,
    readonly key: string,
    /** PostgreSQL's first process, the parent of all others. */
    readonly pid: number,
    /** For whatever else the run writes. */
    readonly directory: string,
    private readonly server: EmbeddedPostgres,
    private readonly client: pg.Client,
  ) {}

  static async open(): Promise<Store> {
    const directory = makeScratch();
    let server: EmbeddedPostgres | undefined;
    try {
      server = await EmbeddedPostgres.join(join(directory, 'postgresql'), { settings });
      const key = issueKey(server.url);
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return new Store(server.url, key, parentOf(rows[0]!.pid), directory, server, client);
    } catch (error) {
      await server?.leave();
      removeScratch(directory);
      throw error;
    }
  }

  /**
   * Loads what is missing of so many animals, with the ids 1 to that number.
   * @param rarity how many animals there are for each that is sold
   */
  async fill(animals: number, rarity: number, progress: Progress): Promise<void> {
    const { rows } = await this.client.query<{ count: string }>('SELECT count(*) FROM pets');
    for (let loaded = Number(rows[0]!.count); loaded < animals;) {
      children.requireUninterrupted();
      const next = Math.min(loaded + portion, animals);
      await this.client.query(
        `INSERT INTO pets (name, category_id, status)
         SELECT 'Pet ' || n, n % 100,
                CASE WHEN n % $3 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
         FROM generate_series($1::bigint, $2::bigint) n`,
        [loaded + 1, next, rarity],
      );
      loaded = next;
      progress.tell(`loading animals: ${loaded} of ${animals}`);
    }
    await this.settle();
  }

  /** So that no one pays for the work of others. */
  async settle(): Promise<void> {
    await this.client.query('VACUUM ANALYZE pets');
    await this.client.query('CHECKPOINT');
  }

  /** Takes away what was created since: the next size begins where this one ended. */
  async shrinkTo(animals: number): Promise<void> {
    await this.client.query('DELETE FROM pets WHERE id > $1', [animals]);
    await this.client.query(`ALTER TABLE pets ALTER COLUMN id RESTART WITH ${animals + 1}`);
  }

  async version(): Promise<string> {
    const { rows } = await this.client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]!.server_version;
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
    await this.server.leave();
    removeScratch(this.directory);
  }
}

/** By the operators' program, which makes the schema on its way. */
function issueKey(url: string): string {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  const args = [operatorsProgram, 'keys', 'issue', 'benchmark'];
  return execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
