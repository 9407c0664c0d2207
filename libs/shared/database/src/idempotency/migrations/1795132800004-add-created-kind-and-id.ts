import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Replaces `pet_id` by `kind` and `created_id`, so that a key can create something else than a pet. The release before
 * knows only `pet_id`. It runs beside this release during an update, and again after a roll back. The trigger copies what
 * one release writes to the columns of the other. A later migration drops `pet_id` and the trigger (decision record 9).
 *
 * PostgreSQL changes only the catalogue: it does not rewrite the table, and builds no index.
 */
export class AddCreatedKindAndId1795132800004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE idempotency_keys
        ADD COLUMN kind text NOT NULL DEFAULT 'pet',
        ADD COLUMN created_id bigint,
        ALTER COLUMN pet_id DROP NOT NULL`);
    await queryRunner.query(`
      CREATE FUNCTION idempotency_keys_copy_created() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          IF NEW.created_id IS NULL THEN
            NEW.created_id := NEW.pet_id;
          ELSIF NEW.kind = 'pet' THEN
            NEW.pet_id := NEW.created_id;
          END IF;
        ELSIF NEW.kind <> OLD.kind OR NEW.created_id IS DISTINCT FROM OLD.created_id THEN
          -- This release has replaced an expired key.
          NEW.pet_id := CASE WHEN NEW.kind = 'pet' THEN NEW.created_id END;
        ELSIF NEW.pet_id IS DISTINCT FROM OLD.pet_id OR NEW.created_id IS NULL THEN
          -- The release before has replaced an expired key, or the row is older than the columns.
          NEW.kind := 'pet';
          NEW.created_id := NEW.pet_id;
        END IF;
        RETURN NEW;
      END
      $$`);
    await queryRunner.query(`
      CREATE TRIGGER idempotency_keys_copy_created BEFORE INSERT OR UPDATE ON idempotency_keys
      FOR EACH ROW EXECUTE FUNCTION idempotency_keys_copy_created()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER idempotency_keys_copy_created ON idempotency_keys');
    await queryRunner.query('DROP FUNCTION idempotency_keys_copy_created()');
    await queryRunner.query('DELETE FROM idempotency_keys WHERE pet_id IS NULL');
    await queryRunner.query(`
      ALTER TABLE idempotency_keys
        ALTER COLUMN pet_id SET NOT NULL,
        DROP COLUMN created_id,
        DROP COLUMN kind`);
  }
}
