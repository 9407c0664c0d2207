import { join } from 'node:path';
import { EmbeddedPostgres } from '@petstore/database';
import {
  childProcesses,
  createTemporaryDirectory,
  parentOf,
  petstoreOutput,
  removeTemporaryDirectory,
} from '@petstore/processes';
import type { Progress } from '@petstore/reports';
import pg from 'pg';

/**
 * PostgreSQL settings. `fsync` and `synchronous_commit` keep their defaults. The database fits into the buffers. Autovacuum is off
 * and no checkpoint starts by time or WAL size, because each would slow down the server that is measured at that time.
 */
const settings = {
  shared_buffers: '256MB',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/** Pets inserted by one statement. */
const batchSize = 250_000;

/** An embedded PostgreSQL with the schema of the service, an API key and, after `fill`, pets. */
export class BenchmarkDatabase {
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

  /** Starts the server, creates the schema and issues the key. */
  static async open(): Promise<BenchmarkDatabase> {
    const directory = createTemporaryDirectory();
    let server: EmbeddedPostgres | undefined;
    let client: pg.Client | undefined;
    try {
      server = await EmbeddedPostgres.acquire(join(directory, 'postgresql'), { settings });
      // Issuing a key also creates the schema.
      const key = await petstoreOutput({ DATABASE_URL: server.url }, 'keys', 'issue', 'benchmark');
      client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return new BenchmarkDatabase(server.url, key, parentOf(rows[0]!.pid), directory, server, client);
    } catch (error) {
      await client?.end().catch(() => undefined);
      await server?.release();
      removeTemporaryDirectory(directory);
      throw error;
    }
  }

  /**
   * Inserts pets until the table has the ids 1 to `pets`.
   * @param soldEvery one in this many pets is sold
   * @throws Interrupted if a signal stopped the run
   */
  async fill(pets: number, soldEvery: number, progress: Progress): Promise<void> {
    const { rows } = await this.client.query<{ count: string }>('SELECT count(*) FROM pets');
    for (let loaded = Number(rows[0]!.count); loaded < pets;) {
      childProcesses.requireUninterrupted();
      const next = Math.min(loaded + batchSize, pets);
      await this.client.query(
        `INSERT INTO pets (name, category_id, status)
         SELECT 'Pet ' || n, n % 100,
                CASE WHEN n % $3 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
         FROM generate_series($1::bigint, $2::bigint) n`,
        [loaded + 1, next, soldEvery],
      );
      loaded = next;
      progress.report(`loading pets: ${loaded} of ${pets}`);
    }
    await this.vacuumAndCheckpoint();
  }

  /** Vacuums the table and writes a checkpoint, so that no measurement includes the work of an earlier one. */
  async vacuumAndCheckpoint(): Promise<void> {
    await this.client.query('VACUUM ANALYZE pets');
    await this.client.query('CHECKPOINT');
  }

  /** Deletes the pets with higher ids, which the measurements created. The next created pet gets the id `pets + 1`. */
  async deletePetsAbove(pets: number): Promise<void> {
    await this.client.query('DELETE FROM pets WHERE id > $1', [pets]);
    await this.client.query(`ALTER TABLE pets ALTER COLUMN id RESTART WITH ${pets + 1}`);
  }

  /** Returns PostgreSQL's version. */
  async version(): Promise<string> {
    const { rows } = await this.client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]!.server_version;
  }

  /** Stops the server and deletes the directory. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
    await this.server.release();
    removeTemporaryDirectory(this.directory);
  }
}
