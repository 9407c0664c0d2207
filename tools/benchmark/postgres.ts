import pg from 'pg';
import { OwnServer } from '@petstore/database/testing';

/**
 * `fsync` and `synchronous_commit` have PostgreSQL's defaults. Autovacuum is off and no checkpoint starts by time or size of the WAL,
 * because each would slow down the server that is measured at that time.
 */
const settings = {
  fsync: 'on',
  shared_buffers: '256MB',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/** The PostgreSQL that npm installed, with new data and a database for each built tree of this project. */
export class Postgres {
  private constructor(private readonly server: OwnServer) {}

  static async start(): Promise<Postgres> {
    return new Postgres(await OwnServer.start(settings));
  }

  get pid(): number {
    return this.server.pid;
  }

  urlOf(database: string): string {
    return this.server.url.replace('/petstore?', `/${database}?`);
  }

  /** Runs a statement on a new connection. */
  async query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<Row[]> {
    const client = new pg.Client(this.urlOf(database));
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Inserts the pets 1 to `pets`; one in a hundred is sold, one in four pending. */
  async fill(database: string, pets: number): Promise<void> {
    await this.query(
      database,
      `INSERT INTO pets (name, category_id, status)
       SELECT 'Pet ' || n, n % 100, CASE WHEN n % 100 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
       FROM generate_series(1, ${pets}) AS n`,
    );
    await this.settle(database);
  }

  /** Vacuums the pets and writes a checkpoint, so that no window contains the work of an earlier one. */
  async settle(database: string): Promise<void> {
    await this.query(database, 'VACUUM ANALYZE pets');
    await this.query(database, 'CHECKPOINT');
  }

  async version(): Promise<string> {
    return (await this.query<{ server_version: string }>('postgres', 'SHOW server_version'))[0]!.server_version;
  }

  /** Stops the server and deletes its data. */
  async stop(): Promise<void> {
    await this.server.remove();
  }
}
