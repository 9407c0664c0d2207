import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds read-only keys, and drops the successor of a key, because keys are no longer rotated. Release 1.0.0 would give a read-only
 * key full access. Therefore the stored hash of a read-only key has a prefix, which that release does not look up.
 */
export class AddKeyAccess1795459200002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP COLUMN successor_id,
        ADD COLUMN access text NOT NULL DEFAULT 'full',
        ADD CONSTRAINT api_keys_access_check CHECK (access IN ('full', 'read-only')),
        ADD CONSTRAINT api_keys_secret_hash_check CHECK ((access = 'read-only') = (secret_hash LIKE 'read-only:%'))`);
    await queryRunner.query(`
      ALTER TABLE api_key_log
        ADD COLUMN access text NOT NULL DEFAULT 'full',
        ADD CONSTRAINT api_key_log_access_check CHECK (access IN ('full', 'read-only'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_key_log DROP COLUMN access');
    await queryRunner.query("DELETE FROM api_keys WHERE access = 'read-only'");
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT api_keys_secret_hash_check,
        DROP COLUMN access,
        ADD COLUMN successor_id text`);
  }
}
