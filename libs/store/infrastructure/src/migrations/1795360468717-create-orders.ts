import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOrders1795360468717 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE orders (
        id bigint GENERATED ALWAYS AS IDENTITY,
        name text NOT NULL,
        CONSTRAINT orders_pkey PRIMARY KEY (id)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE orders');
  }
}
