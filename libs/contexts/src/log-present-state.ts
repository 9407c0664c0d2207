import { appendEvents } from '@petstore/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const pet =
  "json_build_object('id', pets.id::text, 'name', name, 'categoryId', category_id::text, 'status', pets.status)";
const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const order = `json_strip_nulls(json_build_object('id', orders.id::text, 'petId', pet_id::text, 'status', orders.status,
  'reference', reference, 'placedAt', ${time('placed_at')}, 'updatedAt', ${time('updated_at')}))`;

/**
 * Appends the present state of each animal and of each order to the log, so that the log alone gives the tables. It belongs to no context,
 * because the event of an order also contains the animal.
 */
export class LogPresentState1795651200002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      appendEvents(`SELECT 'pet.created', id, 'operator', json_build_object('pet', ${pet}) FROM pets ORDER BY id`),
    );
    await queryRunner.query("SET LOCAL TimeZone = 'UTC'");
    await queryRunner.query(
      appendEvents(
        `SELECT 'order.' || orders.status, pet_id, 'operator', json_build_object('order', ${order}, 'pet', ${pet})
         FROM orders JOIN pets ON pets.id = pet_id ORDER BY orders.id`,
      ),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM events');
  }
}
