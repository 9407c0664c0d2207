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

/** Lets an idempotency key create something else than a pet. */
export class AddCreatedKind1795459200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE idempotency_keys ADD COLUMN kind text NOT NULL DEFAULT 'pet'");
    await queryRunner.query('ALTER TABLE idempotency_keys RENAME COLUMN pet_id TO created_id');
    await queryRunner.query('ALTER TABLE idempotency_keys ALTER COLUMN kind DROP DEFAULT');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DELETE FROM idempotency_keys WHERE kind <> 'pet'");
    await queryRunner.query('ALTER TABLE idempotency_keys RENAME COLUMN created_id TO pet_id');
    await queryRunner.query('ALTER TABLE idempotency_keys DROP COLUMN kind');
  }
}
