import { answerCallsAlike, PreparedStatement, serialBatcher, type SharedStatement } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { ApiKey } from '@petstore/access-domain';
import type { DataSource } from 'typeorm';
import { toApiKey } from './api-key.table.ts';

/** A key as it is stored, and the database's time when it was read. */
export interface FoundKey {
  readonly apiKey: ApiKey;
  readonly now: Date;
}

/** A time in milliseconds since 1970, as JavaScript counts it. */
const milliseconds = (time: string) => `floor(extract(epoch FROM ${time}) * 1000.0)::bigint`;

type KeyColumns = readonly [
  secretHash: string,
  publicId: string,
  name: string,
  hint: string,
  createdAt: string,
  expiresAt: string | null,
  revokedAt: string | null,
  lastUsedAt: string | null,
  successorId: string | null,
  now: string,
];

const keysByHash = new PreparedStatement<KeyColumns>(
  'keys_by_hash',
  `SELECT secret_hash, public_id, name, hint, ${['created_at', 'expires_at', 'revoked_at', 'last_used_at'].map(milliseconds).join(', ')},
     successor_id, ${milliseconds('clock_timestamp()')}
   FROM api_keys WHERE secret_hash = ANY($1::text[])`,
);

const lookUps: SharedStatement<string, FoundKey | undefined, KeyColumns> = {
  statement: keysByHash,
  asked: 'read',
  valuesOf: (hashes) => [hashes],
  answersOf(rows, hashes) {
    const found = new Map(rows.map((row) => [row[0], toFoundKey(row)]));
    return hashes.map((hash) => found.get(hash));
  },
};

/**
 * Finds keys by the hash of their secret. All look-ups of an instance share one connection: anyone can invent keys with a
 * correct checksum, and must not be able to take the connections that requests with valid keys need.
 */
export function keyLookUps(
  dataSource: DataSource,
): (secretHash: string, deadline: Deadline) => Promise<FoundKey | undefined> {
  return serialBatcher((calls) => answerCallsAlike(dataSource, lookUps, calls));
}

function toFoundKey([secretHash, publicId, name, hint, createdAt, ...others]: KeyColumns): FoundKey {
  const [expiresAt, revokedAt, lastUsedAt, successorId, now] = others;
  const times = { expiresAt: dateOf(expiresAt), revokedAt: dateOf(revokedAt), lastUsedAt: dateOf(lastUsedAt) };
  const row = { secretHash, publicId, name, hint, createdAt: new Date(Number(createdAt)), ...times, successorId };
  return { apiKey: toApiKey(row), now: new Date(Number(now)) };
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(Number(time));
}
