import { ApiKey } from '@petstore/access-domain';
import { EntitySchema } from 'typeorm';

/** A row of the table `api_keys`. Times are the database's, so that the clocks of instances do not matter. */
export interface ApiKeyRow {
  publicId: string;
  name: string;
  hint: string;
  /** SHA-256 of the whole key: it is random, so a slow hash would protect nothing more. */
  secretHash: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
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
  },
  uniques: [{ name: 'api_keys_secret_hash_key', columns: ['secretHash'] }],
});

export function toRow(
  apiKey: ApiKey,
  secretHash: string,
): Pick<ApiKeyRow, 'publicId' | 'name' | 'hint' | 'secretHash'> {
  return { publicId: apiKey.publicId, name: apiKey.name.text, hint: apiKey.hint, secretHash };
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return ApiKey.restore(row);
}
