import type { MigrationInterface, QueryRunner } from 'typeorm';

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
