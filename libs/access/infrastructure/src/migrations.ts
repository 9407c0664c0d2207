import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateApiKeys1795132800001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE api_keys (
        public_id text NOT NULL,
        name text NOT NULL,
        hint text NOT NULL,
        secret_hash text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        CONSTRAINT api_keys_pkey PRIMARY KEY (public_id),
        CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE api_keys');
  }
}

export class CreateApiKeyLog1795132800002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_keys ADD COLUMN successor_id text');
    await queryRunner.query(`
      CREATE TABLE api_key_log (
        id bigint GENERATED ALWAYS AS IDENTITY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        actor text NOT NULL,
        action text NOT NULL,
        public_id text NOT NULL,
        name text NOT NULL,
        CONSTRAINT api_key_log_pkey PRIMARY KEY (id),
        CONSTRAINT api_key_log_action_check CHECK (action IN ('issued', 'rotated', 'revoked', 'pruned'))
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE api_key_log');
    await queryRunner.query('ALTER TABLE api_keys DROP COLUMN successor_id');
  }
}

/** Adds read-only keys (see `storedHash`), and drops the successor of a key, because keys are no longer rotated. */
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
