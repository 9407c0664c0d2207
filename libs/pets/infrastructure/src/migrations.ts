import type { MigrationInterface, QueryRunner } from 'typeorm';

// TypeORM runs the migrations in the order of the times at the end of their names, in milliseconds since 1970.

export class CreatePets1795132800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE pets (
        id bigint GENERATED ALWAYS AS IDENTITY,
        name text NOT NULL,
        category_id bigint NOT NULL,
        status text NOT NULL,
        CONSTRAINT pets_pkey PRIMARY KEY (id),
        CONSTRAINT pets_status_check CHECK (status IN ('available', 'pending', 'sold'))
      )`);
    await queryRunner.query('CREATE INDEX pets_status_id_index ON pets (status, id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE pets');
  }
}

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
