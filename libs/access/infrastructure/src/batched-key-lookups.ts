import { batchOptions, PreparedStatement } from '@petstore/database';
import { ApiKey, apiKeyAccessLevels, type ApiKeyAccess, type FoundKey } from '@petstore/access-domain';
import DataLoader from 'dataloader';
import type { DataSource } from 'typeorm';
import { secretHashOf, storedHash } from './api-key.entity.ts';

/** Returns an SQL expression for the time in milliseconds since 1970, rounded down as in a JavaScript Date. */
const toMilliseconds = (time: string) => `floor(extract(epoch FROM ${time}) * 1000.0)::bigint`;

/** A row of `keysByHash`. `hint` has the first characters of the key, for display. */
type KeyRow = readonly [
  storedHash: string,
  publicId: string,
  name: string,
  hint: string,
  access: ApiKeyAccess,
  createdAt: string,
  expiresAt: string | null,
  revokedAt: string | null,
  lastUsedAt: string | null,
  now: string,
];

const keysByHash = new PreparedStatement<KeyRow>(
  'keys_by_hash',
  `SELECT secret_hash, public_id, name, hint, access, ${['created_at', 'expires_at', 'revoked_at', 'last_used_at'].map(toMilliseconds).join(', ')},
     ${toMilliseconds('clock_timestamp()')}
   FROM api_keys WHERE secret_hash = ANY($1::text[])`,
);

/**
 * Returns a DataLoader that finds keys by the hash of their secret. A batch waits for the batch before it, so that all look-ups of an
 * instance share one connection. The service rejects a key with a wrong checksum without a query. A client can still send many
 * unknown keys with a correct checksum. With several connections, these look-ups could occupy the connections that other requests
 * need.
 */
export function keyLoader(dataSource: DataSource): DataLoader<string, FoundKey | undefined> {
  let previous: Promise<unknown> = Promise.resolve();
  const find = async (hashes: readonly string[]) => {
    const storedHashes = hashes.flatMap((hash) => apiKeyAccessLevels.map((access) => storedHash(hash, access)));
    const rows = await keysByHash.read(dataSource, [storedHashes]);
    const found = new Map(rows.map((row) => [secretHashOf(row[0]), toFoundKey(row)]));
    return hashes.map((hash) => found.get(hash));
  };
  return new DataLoader(
    (hashes) => {
      const finding = find(hashes);
      previous = finding.catch(() => undefined);
      return finding;
    },
    {
      ...batchOptions,
      maxBatchSize: Infinity,
      batchScheduleFn: (dispatch) => void previous.then(() => batchOptions.batchScheduleFn(dispatch)),
    },
  );
}

function toFoundKey([, publicId, name, hint, access, createdAt, ...others]: KeyRow): FoundKey {
  const [expiresAt, revokedAt, lastUsedAt, now] = others;
  const times = { expiresAt: toDate(expiresAt), revokedAt: toDate(revokedAt), lastUsedAt: toDate(lastUsedAt) };
  const snapshot = { publicId, name, hint, access, createdAt: new Date(Number(createdAt)), ...times };
  return { apiKey: ApiKey.restore(snapshot), now: new Date(Number(now)) };
}

function toDate(time: string | null): Date | null {
  return time === null ? null : new Date(Number(time));
}
