import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the id of the transaction that changed a pet last, for the change feed. The default sets the column of new rows, and the trigger
 * that of updated rows, in statements of psql, too.
 */
export class AddChangedIn1795459200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE pets ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id()',
    );
    await queryRunner.query('CREATE INDEX pets_changed_in_id_index ON pets (changed_in, id)');
    await queryRunner.query(`
      CREATE FUNCTION pets_set_changed_in() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.changed_in := pg_catalog.pg_current_xact_id();
        RETURN NEW;
      END
      $$`);
    await queryRunner.query(`
      CREATE TRIGGER pets_set_changed_in BEFORE UPDATE ON pets
      FOR EACH ROW EXECUTE FUNCTION pets_set_changed_in()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER pets_set_changed_in ON pets');
    await queryRunner.query('DROP FUNCTION pets_set_changed_in()');
    await queryRunner.query('ALTER TABLE pets DROP COLUMN changed_in');
  }
}
