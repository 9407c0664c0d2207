import { join } from 'node:path';
import { EmbeddedPostgres } from '@petstore/database';
import {
  childProcesses,
  createTemporaryDirectory,
  parentOf,
  petstoreOutput,
  removeTemporaryDirectory,
} from '@petstore/processes';
import pg from 'pg';
import type { Progress } from './progress.ts';

/**
 * Durability is PostgreSQL's default. Autovacuum and timed checkpoints are off, because they would slow down whichever server is
 * being measured.
 */
const settings = {
  shared_buffers: '256MB',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/** Pets inserted by one statement. */
const portion = 250_000;

/** An embedded PostgreSQL with the schema of the service, pets and one API key. */
export class Store {
  private constructor(
    readonly url: string,
    readonly key: string,
    /** Process id of the postmaster, the parent of all processes of the server. */
    readonly pid: number,
    /** Directory for all files of the run. */
    readonly directory: string,
    private readonly server: EmbeddedPostgres,
    private readonly client: pg.Client,
  ) {}

  static async open(): Promise<Store> {
    const directory = createTemporaryDirectory();
    let server: EmbeddedPostgres | undefined;
    try {
      server = await EmbeddedPostgres.acquire(join(directory, 'postgresql'), { settings });
      // Issuing a key also creates the schema.
      const key = await petstoreOutput({ DATABASE_URL: server.url }, 'keys', 'issue', 'benchmark');
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return new Store(server.url, key, parentOf(rows[0]!.pid), directory, server, client);
    } catch (error) {
      await server?.release();
      removeTemporaryDirectory(directory);
      throw error;
    }
  }

  /**
   * Inserts pets until the table has the ids 1 to `pets`.
   * @param rarity one of this many pets is sold
   */
  async fill(pets: number, rarity: number, progress: Progress): Promise<void> {
    const { rows } = await this.client.query<{ count: string }>('SELECT count(*) FROM pets');
    for (let loaded = Number(rows[0]!.count); loaded < pets;) {
      childProcesses.requireUninterrupted();
      const next = Math.min(loaded + portion, pets);
      await this.client.query(
        `INSERT INTO pets (name, category_id, status)
         SELECT 'Pet ' || n, n % 100,
                CASE WHEN n % $3 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
         FROM generate_series($1::bigint, $2::bigint) n`,
        [loaded + 1, next, rarity],
      );
      loaded = next;
      progress.report(`loading pets: ${loaded} of ${pets}`);
    }
    await this.settle();
  }

  /** Vacuums and checkpoints, so that no measurement includes the work of an earlier one. */
  async settle(): Promise<void> {
    await this.client.query('VACUUM ANALYZE pets');
    await this.client.query('CHECKPOINT');
  }

  /** Deletes the pets that were created by the measurements. */
  async shrinkTo(pets: number): Promise<void> {
    await this.client.query('DELETE FROM pets WHERE id > $1', [pets]);
    await this.client.query(`ALTER TABLE pets ALTER COLUMN id RESTART WITH ${pets + 1}`);
  }

  async version(): Promise<string> {
    const { rows } = await this.client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]!.server_version;
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
    await this.server.release();
    removeTemporaryDirectory(this.directory);
  }
}
