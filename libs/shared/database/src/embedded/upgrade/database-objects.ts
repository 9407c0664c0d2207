import type { Client } from 'pg';

/**
 * A table with its columns in their order, as quoted identifiers. Columns that the new server must fill itself are omitted:
 * generated ones, and those of the type xid8, because the transaction ids of another server mean nothing.
 */
export interface Table {
  readonly name: string;
  readonly columns: string;
}

const systemSchemas = "('pg_catalog', 'information_schema', 'pg_toast')";

/** Objects with a smaller oid belong to PostgreSQL (FirstNormalObjectId in its source). */
const firstUserOid = 16_384;

/** Connections of an upgrade: both servers then write and read equal texts, and no object in a schema replaces a function. */
export const sessionSettings = `
  SET search_path = ''; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
  SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'`;

/** Lists the tables of the database. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('%I.%I', nspname, relname) AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace JOIN pg_attribute ON attrelid = c.oid
     WHERE relkind = 'r' AND nspname NOT IN ${systemSchemas} AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       AND atttypid <> 'xid8'::regtype
     GROUP BY nspname, relname ORDER BY nspname, relname`,
  );
  return rows;
}

/** Lists the sequences of the database as quoted identifiers. */
export async function sequencesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE relkind = 'S' AND nspname NOT IN ${systemSchemas} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Describes every object of the database that does not belong to PostgreSQL, such as `table public.pets`, and the roles,
 * databases and settings of the server. The descriptions are equal in each major version.
 */
export async function objectsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ description: string }>(
    `SELECT DISTINCT identified.type || ' ' || identified.identity AS description
     FROM (SELECT classid, objid, 0 AS objsubid FROM pg_depend WHERE objid >= ${firstUserOid}
           UNION SELECT 'pg_namespace'::regclass, oid, 0 FROM pg_namespace WHERE oid >= ${firstUserOid}
           UNION SELECT 'pg_class'::regclass, attrelid, attnum FROM pg_attribute
                 WHERE attrelid >= ${firstUserOid} AND attnum > 0 AND NOT attisdropped) AS object,
          pg_identify_object(classid, objid, objsubid) AS identified
     WHERE NOT EXISTS (SELECT FROM pg_type WHERE classid = 'pg_type'::regclass AND oid = objid AND (typrelid <> 0 OR typelem <> 0))
       AND identified.schema IS DISTINCT FROM 'pg_toast' AND identified.identity NOT LIKE 'pg_toast.%'
     UNION SELECT 'large object ' || oid FROM pg_largeobject_metadata
     UNION SELECT 'database ' || quote_ident(datname) FROM pg_database WHERE datname NOT IN ('template0', 'template1')
     UNION SELECT 'role ' || quote_ident(rolname) FROM pg_roles WHERE rolname NOT LIKE 'pg\\_%'
     UNION SELECT 'setting ' || setting FROM pg_db_role_setting, unnest(setconfig) AS setting
     ORDER BY 1`,
  );
  return rows.map(({ description }) => description);
}
