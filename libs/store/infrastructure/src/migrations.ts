import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOrders1795459200003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE orders (
        id bigint GENERATED ALWAYS AS IDENTITY,
        pet_id bigint NOT NULL,
        status text NOT NULL,
        reference text,
        placed_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT orders_pkey PRIMARY KEY (id),
        CONSTRAINT orders_status_check CHECK (status IN ('placed', 'completed', 'cancelled', 'returned'))
      )`);
    await queryRunner.query('CREATE INDEX orders_status_id_index ON orders (status, id)');
    await queryRunner.query('CREATE INDEX orders_pet_id_status_id_index ON orders (pet_id, status, id)');
    await queryRunner.query(
      "CREATE UNIQUE INDEX orders_placed_pet_id_index ON orders (pet_id) WHERE status = 'placed'",
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE orders');
  }
}
