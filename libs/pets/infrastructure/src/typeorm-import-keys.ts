import { runnerOf } from '@petstore/database';
import type { Transaction } from '@petstore/kernel';
import { ImportKeys, type KeyedPet, type KeyState, type NewPet, type PetId } from '@petstore/pets-domain';
import { fingerprintOf } from './batching/insert-loader.ts';

/** One lock for all sources, in the schema of the table: stores in several schemas of one database do not wait for each other. */
const tryLock = `
  SELECT pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('import ' || relnamespace::regnamespace, 0)) AS locked
  FROM pg_catalog.pg_class WHERE oid = 'import_keys'::regclass`;

interface KnownKey {
  readonly key: string;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
  readonly isOfThisTransaction: boolean;
  readonly isStored: boolean;
}

/** The lock lets one transaction at a time add keys, so a key with the start of this transaction is of this transaction. */
const selectKnown = `
  SELECT known.*
  FROM pg_catalog.json_array_elements_text($2::json) AS request (key)
  CROSS JOIN LATERAL (
    SELECT key, pg_catalog.encode(fingerprint, 'hex') AS fingerprint, imported_at = now() AS "isOfThisTransaction",
      EXISTS (SELECT FROM pets WHERE id = pet_id) AS "isStored"
    FROM import_keys WHERE source = $1 AND key = request.key
    LIMIT 1 -- PostgreSQL then searches the index for each key. It could otherwise compare each key with all keys of the source.
  ) AS known`;

const insertKeys = `
  INSERT INTO import_keys (source, key, fingerprint, pet_id)
  SELECT $1, key, pg_catalog.decode(fingerprint, 'hex'), pet_id::bigint
  FROM ROWS FROM (${[2, 3, 4].map((number) => `pg_catalog.json_array_elements_text($${number}::json)`).join(', ')})
    AS added (key, fingerprint, pet_id)`;

export class TypeOrmImportKeys extends ImportKeys {
  async lock(transaction: Transaction): Promise<boolean> {
    const [{ locked }] = await runnerOf(transaction).manager.query<[{ locked: boolean }]>(tryLock);
    return locked;
  }

  async states(source: string, pets: readonly KeyedPet[], transaction: Transaction): Promise<(KeyState | undefined)[]> {
    const parameters = [source, JSON.stringify(pets.map(({ key }) => key))];
    const rows = await runnerOf(transaction).manager.query<KnownKey[]>(selectKnown, parameters);
    const known = new Map(rows.map((row) => [row.key, row]));
    return pets.map(({ key, newPet }) => stateOf(known.get(key), newPet));
  }

  async add(source: string, pets: readonly KeyedPet[], ids: readonly PetId[], transaction: Transaction): Promise<void> {
    const columns = [
      pets.map(({ key }) => key),
      pets.map(({ newPet }) => fingerprintOf(newPet)),
      ids.map(({ decimal }) => decimal),
    ];
    const parameters = [source, ...columns.map((values) => JSON.stringify(values))];
    await runnerOf(transaction).manager.query(insertKeys, parameters);
  }
}

function stateOf(known: KnownKey | undefined, newPet: NewPet): KeyState | undefined {
  if (!known) return undefined;
  if (known.isOfThisTransaction) return 'repeated';
  if (!known.isStored) return 'deleted';
  return known.fingerprint === fingerprintOf(newPet) ? 'known' : 'changed';
}
