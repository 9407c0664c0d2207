import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an idempotency key create something else than a pet. `created_id` is empty while the transaction has not created it yet. */
export class AddCreatedKind1795459200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE idempotency_keys ADD COLUMN kind text NOT NULL DEFAULT 'pet'");
    await queryRunner.query('ALTER TABLE idempotency_keys RENAME COLUMN pet_id TO created_id');
    await queryRunner.query(
      'ALTER TABLE idempotency_keys ALTER COLUMN kind DROP DEFAULT, ALTER COLUMN created_id DROP NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DELETE FROM idempotency_keys WHERE kind <> 'pet' OR created_id IS NULL");
    await queryRunner.query('ALTER TABLE idempotency_keys RENAME COLUMN created_id TO pet_id');
    await queryRunner.query('ALTER TABLE idempotency_keys DROP COLUMN kind, ALTER COLUMN pet_id SET NOT NULL');
  }
}
