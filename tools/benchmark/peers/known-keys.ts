import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** All API keys, read once at the start: the cheapest check. It does not notice revocations. */
export class KnownKeys {
  private constructor(private readonly hashes: ReadonlySet<string>) {}

  static async of(pool: Pool): Promise<KnownKeys> {
    const { rows } = await pool.query<{ secret_hash: string }>('SELECT secret_hash FROM api_keys');
    return new KnownKeys(new Set(rows.map((row) => row.secret_hash)));
  }

  admits(authorization: string | undefined): boolean {
    if (!authorization?.startsWith('Bearer ')) return false;
    return this.hashes.has(createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex'));
  }
}
