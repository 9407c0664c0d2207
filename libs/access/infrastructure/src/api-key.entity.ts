import { ApiKey, type ApiKeyAccess } from '@petstore/access-domain';
import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A row of the table `api_keys`. All times come from the clock of the database. */
@Entity('api_keys')
@Unique('api_keys_secret_hash_key', ['secretHash'])
@Check('api_keys_access_check', "access IN ('full', 'read-only')")
@Check('api_keys_secret_hash_check', "(access = 'read-only') = (secret_hash LIKE 'read-only:%')")
export class ApiKeyEntity {
  @PrimaryColumn({ name: 'public_id', type: 'text', primaryKeyConstraintName: 'api_keys_pkey' })
  publicId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  hint!: string;

  /** With a prefix if the key is read-only, see `storedHash`. */
  @Column({ name: 'secret_hash', type: 'text' })
  secretHash!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'text', default: 'full' })
  access!: ApiKeyAccess;
}

/**
 * Returns the hash as the column `secret_hash` stores it. Release 1.0.0 knows no access and would give a read-only key full
 * access. It looks up the hash without prefix, so it finds no read-only key and answers 401.
 */
export function storedHash(secretHash: string, access: ApiKeyAccess): string {
  return access === 'full' ? secretHash : `${access}:${secretHash}`;
}

export function toEntity(apiKey: ApiKey): ApiKeyEntity {
  const snapshot = apiKey.snapshot();
  return { ...snapshot, secretHash: storedHash(snapshot.secretHash, snapshot.access) };
}

export function toApiKey(entity: ApiKeyEntity): ApiKey {
  const { secretHash } = entity;
  return ApiKey.restore({ ...entity, secretHash: secretHash.slice(secretHash.indexOf(':') + 1) });
}
