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
