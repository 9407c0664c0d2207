import { ApiKey, type ApiKeySnapshot, type NewApiKey } from '@petstore/access-domain';
import { EntitySchema } from 'typeorm';

/** A row of the table `api_keys`. All times come from the clock of the database, because the clocks of instances differ. */
export interface ApiKeyRow extends ApiKeySnapshot {
  /** SHA-256 of the secret in hexadecimal. A slow password hash would add no protection, because a secret has 256 random bits. */
  readonly secretHash: string;
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

export function toRow({ apiKey, secretHash }: Omit<NewApiKey, 'entry'>): ApiKeyRow {
  return { ...apiKey.snapshot(), secretHash };
}

/** Omits the hash of the secret. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  const { publicId, name, hint, createdAt, expiresAt, revokedAt, lastUsedAt, successorId } = row;
  return ApiKey.restore({ publicId, name, hint, createdAt, expiresAt, revokedAt, lastUsedAt, successorId });
}
