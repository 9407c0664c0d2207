import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** Lets the peer refuse requests without a key. Reads the keys once: the cheapest check, which does not notice a revocation. */
export async function requireKey(app: FastifyInstance, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ secret_hash: string }>('SELECT secret_hash FROM api_keys');
  const keys = new Set(rows.map((row) => row.secret_hash));
  app.addHook('onRequest', async ({ headers: { authorization = '' } }, reply) => {
    const [scheme, key = ''] = authorization.split(' ');
    if (scheme === 'Bearer' && keys.has(createHash('sha256').update(key).digest('hex'))) return;
    return reply.code(401).send({ code: 'invalid_api_key' });
  });
}
