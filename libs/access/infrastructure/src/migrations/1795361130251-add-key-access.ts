import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds read-only keys. Release 1.0.0 knows no access and would give a read-only key full access. It runs beside this release
 * during an update, and again after a roll back. Therefore the hash of a read-only key has a prefix that release 1.0.0 does not
 * look up, and the trigger refuses the full successor that release 1.0.0 would issue when it rotates a read-only key.
 *
 * Release 1.0.0 also writes log entries without access. The access of a key is that of its first log entry.
 */
export class AddKeyAccess1795361130251 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE api_keys ADD COLUMN access text NOT NULL DEFAULT 'full'");
    // The down migration keeps the keys and their prefixes.
    await queryRunner.query("UPDATE api_keys SET access = 'read-only' WHERE secret_hash LIKE 'read-only:%'");
    await queryRunner.query(`
      ALTER TABLE api_keys
        ADD CONSTRAINT api_keys_access_check CHECK (access IN ('full', 'read-only')),
        ADD CONSTRAINT api_keys_secret_hash_check CHECK ((access = 'read-only') = (secret_hash LIKE 'read-only:%'))`);
    await queryRunner.query(`
      CREATE FUNCTION api_keys_check_successor() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF EXISTS (
          WITH rotated AS MATERIALIZED (SELECT successor_id, access FROM api_keys WHERE successor_id IS NOT NULL)
          SELECT FROM inserted JOIN rotated ON rotated.successor_id = inserted.public_id WHERE rotated.access <> inserted.access
        ) THEN
          RAISE EXCEPTION 'the successor of a key must have its access: this release cannot rotate a read-only key'
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END
      $$`);
    await queryRunner.query(`
      CREATE TRIGGER api_keys_check_successor AFTER INSERT ON api_keys REFERENCING NEW TABLE AS inserted
      FOR EACH STATEMENT EXECUTE FUNCTION api_keys_check_successor()`);
    await queryRunner.query(`
      ALTER TABLE api_key_log
        ADD COLUMN access text,
        ADD CONSTRAINT api_key_log_access_check CHECK (access IN ('full', 'read-only'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_key_log DROP COLUMN access');
    await queryRunner.query('DROP TRIGGER api_keys_check_successor ON api_keys');
    await queryRunner.query('DROP FUNCTION api_keys_check_successor()');
    await queryRunner.query('ALTER TABLE api_keys DROP CONSTRAINT api_keys_secret_hash_check, DROP COLUMN access');
  }
}
