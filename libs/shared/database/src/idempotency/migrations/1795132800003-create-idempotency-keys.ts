import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdempotencyKeys1795132800003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        owner text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        pet_id bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner, key)
      )`);
    await queryRunner.query('CREATE INDEX idempotency_keys_created_at_index ON idempotency_keys (created_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE idempotency_keys');
  }
}
