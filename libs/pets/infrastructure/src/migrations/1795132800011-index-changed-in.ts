import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the index of the change feed without blocking writes. */
export class IndexChangedIn1795132800011 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS pets_changed_in_id_index ON pets (changed_in, id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS pets_changed_in_id_index');
  }
}
