import { ApiKey, type ApiKeyAccess, type ApiKeySnapshot, type NewApiKey } from '@petstore/access-domain';
import { EntitySchema } from 'typeorm';
import { accessCheck } from './access-check.ts';

/** A row of the table `api_keys`. All times come from the clock of the database, because the clocks of instances differ. */
export interface ApiKeyRow extends ApiKeySnapshot {
  /**
   * SHA-256 of the secret in hexadecimal, with a prefix if the key is read-only (see `storedHash`). A slow password hash would
   * add no protection, because a secret has 256 random bits.
   */
  readonly secretHash: string;
}

/**
 * Returns the hash as the column `secret_hash` stores it. Release 1.0.0 knows no access and would give a read-only key full
 * access. It looks up the hash without prefix, so it finds no read-only key and answers 401.
 */
export function storedHash(secretHash: string, access: ApiKeyAccess): string {
  return access === 'full' ? secretHash : `${access}:${secretHash}`;
}

/** Reverses `storedHash`. */
export function secretHashOf(stored: string): string {
  return stored.slice(stored.indexOf(':') + 1);
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
    access: { type: 'text', default: 'full' },
    successorId: { name: 'successor_id', type: 'text', nullable: true },
  },
  uniques: [{ name: 'api_keys_secret_hash_key', columns: ['secretHash'] }],
  checks: [
    accessCheck('api_keys'),
    {
      name: 'api_keys_secret_hash_check',
      expression: "(access = 'read-only') = (secret_hash LIKE 'read-only:%')",
    },
  ],
});

export function toRow({ apiKey, secretHash }: Omit<NewApiKey, 'entry'>): ApiKeyRow {
  return { ...apiKey.snapshot(), secretHash: storedHash(secretHash, apiKey.access) };
}

/** Omits the hash of the secret. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  const { publicId, name, hint, access, createdAt, expiresAt, revokedAt, lastUsedAt, successorId } = row;
  return ApiKey.restore({ publicId, name, hint, access, createdAt, expiresAt, revokedAt, lastUsedAt, successorId });
}
