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
