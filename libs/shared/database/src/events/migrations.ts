import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addHistory } from './histories.ts';

export class CreateEvents1795651200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE histories (
        id integer GENERATED ALWAYS AS IDENTITY,
        uuid uuid NOT NULL,
        identity text NOT NULL,
        CONSTRAINT histories_pkey PRIMARY KEY (id)
      )`);
    // PL/pgSQL keeps the plan of the query. To plan the query in each insert would take PostgreSQL 0.1 ms.
    await queryRunner.query(`
      CREATE FUNCTION present_history() RETURNS integer STABLE LANGUAGE plpgsql AS $$
      BEGIN
        RETURN (SELECT max(id) FROM histories);
      END
      $$`);
    await queryRunner.query(`
      CREATE TABLE events (
        history integer NOT NULL,
        transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
        id bigint GENERATED ALWAYS AS IDENTITY,
        pet_id bigint NOT NULL,
        type text NOT NULL,
        actor text NOT NULL,
        time timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        data json NOT NULL,
        CONSTRAINT events_pkey PRIMARY KEY (history, transaction, id)
      )`);
    await queryRunner.query('CREATE INDEX events_type_index ON events (type, history, transaction, id)');
    await queryRunner.query('CREATE INDEX events_pet_id_index ON events (pet_id, history, transaction, id)');
    await queryRunner.query(addHistory);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE events');
    await queryRunner.query('DROP FUNCTION present_history()');
    await queryRunner.query('DROP TABLE histories');
  }
}

export class CreateDeliveries1795651200003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE deliveries (
        name text NOT NULL,
        position text,
        history uuid,
        CONSTRAINT deliveries_pkey PRIMARY KEY (name)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE deliveries');
  }
}
