import type { MigrationInterface, QueryRunner } from 'typeorm';
import { UnsupportedServer } from '@petstore/database';

const eventColumns = `
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        pet_id bigint NOT NULL,
        type text NOT NULL,
        actor text NOT NULL,
        time timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        data json NOT NULL`;

export class CreateEventLog1795824000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const earlierLog = (await queryRunner.query("SELECT FROM pg_class WHERE oid = to_regclass('histories')")) as [];
    if (earlierLog.length > 0) {
      throw new UnsupportedServer(
        'the database has the event log of an unreleased version, which this version does not read: stop all instances, and run ' +
          '"DROP TABLE events, histories, deliveries; DROP FUNCTION present_history". The animals, orders and keys stay, and a new log ' +
          'begins with their present state',
      );
    }
    await queryRunner.query(`
      CREATE TABLE event_outbox (
        serial bigint GENERATED ALWAYS AS IDENTITY,${eventColumns},
        CONSTRAINT event_outbox_pkey PRIMARY KEY (serial)
      )`);
    await queryRunner.query(`
      CREATE TABLE events (
        position bigint NOT NULL,${eventColumns},
        CONSTRAINT events_pkey PRIMARY KEY (position)
      )`);
    await queryRunner.query('CREATE INDEX events_type_position_index ON events (type, position)');
    await queryRunner.query('CREATE INDEX events_pet_id_type_position_index ON events (pet_id, type, position)');
    await queryRunner.query(`
      CREATE TABLE event_log_head (
        id integer NOT NULL,
        CONSTRAINT event_log_head_pkey PRIMARY KEY (id),
        CONSTRAINT event_log_head_check CHECK (id = 1)
      )`);
    await queryRunner.query('INSERT INTO event_log_head (id) VALUES (1)');
    await queryRunner.query(`
      CREATE TABLE deliveries (
        name text NOT NULL,
        place text,
        types text[],
        CONSTRAINT deliveries_pkey PRIMARY KEY (name)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE event_outbox, events, event_log_head, deliveries');
  }
}
