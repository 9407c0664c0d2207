import type { MigrationInterface, QueryRunner } from 'typeorm';

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

export class AddPetVersion1795651200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE pets ADD COLUMN version integer NOT NULL DEFAULT 1');
    await queryRunner.query(`
      CREATE FUNCTION pets_raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END
      $$`);
    await queryRunner.query(`
      CREATE TRIGGER pets_raise_version BEFORE UPDATE ON pets
      FOR EACH ROW EXECUTE FUNCTION pets_raise_version()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER pets_raise_version ON pets');
    await queryRunner.query('DROP FUNCTION pets_raise_version()');
    await queryRunner.query('ALTER TABLE pets DROP COLUMN version');
  }
}

export class CreateImportKeys1795880054072 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE import_keys (
        source text NOT NULL,
        key text NOT NULL,
        pet_id bigint,
        fingerprint bytea NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT import_keys_pkey PRIMARY KEY (source, key)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE import_keys');
  }
}
