import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** The hashes of all API keys, read once at the start. The cheapest check of a key, but it does not notice revocations. */
export class KnownKeys {
  private constructor(private readonly hashes: ReadonlySet<string>) {}

  /** Reads the keys from the database. */
  static async read(pool: Pool): Promise<KnownKeys> {
    const { rows } = await pool.query<{ secret_hash: string }>('SELECT secret_hash FROM api_keys');
    return new KnownKeys(new Set(rows.map((row) => row.secret_hash)));
  }

  /** @param authorization value of the `Authorization` header */
  accepts(authorization: string | undefined): boolean {
    if (!authorization?.startsWith('Bearer ')) return false;
    return this.hashes.has(createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex'));
  }
}
