import { ApiKey } from '@petstore/access-domain';
import { EntitySchema } from 'typeorm';

/** A row of the table `api_keys`. The database sets all times, because the clocks of instances differ. */
export interface ApiKeyRow {
  publicId: string;
  name: string;
  hint: string;
  /** SHA-256 of the whole key. A slow password hash adds no protection, because the key has 256 random bits. */
  secretHash: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  successorId: string | null;
}

export const apiKeyTable = new EntitySchema<ApiKeyRow>({
  name: 'api_keys',
  columns: {
    publicId: { name: 'public_id', type: 'text', primary: true, primaryKeyConstraintName: 'api_keys_pkey' },
    name: { type: 'text' },
    hint: { type: 'text' },
    secretHash: { name: 'secret_hash', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', default: () => 'now()' },
    expiresAt: { name: 'expires_at', type: 'timestamptz', nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
    successorId: { name: 'successor_id', type: 'text', nullable: true },
  },
  uniques: [{ name: 'api_keys_secret_hash_key', columns: ['secretHash'] }],
});

export function toRow(apiKey: ApiKey, secretHash: string): ApiKeyRow {
  return { ...toChanges(apiKey), secretHash };
}

/** All columns except the hash, which never changes. */
export function toChanges(apiKey: ApiKey): Omit<ApiKeyRow, 'secretHash'> {
  const { publicId, name, hint, createdAt, expiresAt, revokedAt, lastUsedAt, successorId } = apiKey.snapshot();
  return {
    publicId,
    name,
    hint,
    createdAt,
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
    successorId: successorId ?? null,
  };
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return ApiKey.restore({
    publicId: row.publicId,
    name: row.name,
    hint: row.hint,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
    successorId: row.successorId ?? undefined,
  });
}
