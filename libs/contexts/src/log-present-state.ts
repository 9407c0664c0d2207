import type { MigrationInterface, QueryRunner } from 'typeorm';

const pet =
  "json_build_object('id', pets.id::text, 'name', name, 'categoryId', category_id::text, 'status', pets.status)";
const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const order = `json_strip_nulls(json_build_object('id', orders.id::text, 'petId', pet_id::text, 'status', orders.status,
  'reference', reference, 'placedAt', ${time('placed_at')}, 'updatedAt', ${time('updated_at')}))`;

/** Returns a statement that adds events at the end of the log. @param rows a query whose columns are id of the row, type, animal and data */
const addEvents = (rows: string) => `INSERT INTO events (position, type, pet_id, actor, data)
  SELECT (SELECT coalesce(max(position), 0) FROM events) + row_number() OVER (ORDER BY row_id), type, pet_id, 'operator', data
  FROM (${rows}) AS present (row_id, type, pet_id, data)`;

/**
 * Appends the present state of each animal and of each order to the log, so that the log alone gives the tables. It belongs to no context,
 * because the event of an order also contains the animal.
 * Gives the positions itself: readers give them in batches, and the first one would wait for millions of events.
 */
export class LogPresentState1795824000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(addEvents(`SELECT id, 'pet.created', id, json_build_object('pet', ${pet}) FROM pets`));
    await queryRunner.query("SET LOCAL TimeZone = 'UTC'");
    await queryRunner.query(
      addEvents(
        `SELECT orders.id, 'order.' || orders.status, pet_id, json_build_object('order', ${order}, 'pet', ${pet})
         FROM orders JOIN pets ON pets.id = pet_id`,
      ),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM events');
  }
}
