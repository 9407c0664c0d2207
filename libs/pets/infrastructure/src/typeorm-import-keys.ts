import { runnerOf } from '@petstore/database';
import type { Transaction } from '@petstore/kernel';
import { ImportKeys, type KeyedPet, type KeyState, type PetId } from '@petstore/pets-domain';
import { fingerprintOf } from './batching/insert-loader.ts';

/** One lock for all sources, in the schema of the table: stores in several schemas of one database do not wait for each other. */
const tryLock = `
  SELECT pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('import ' || relnamespace::regnamespace, 0)) AS locked
  FROM pg_catalog.pg_class WHERE oid = 'import_keys'::regclass`;

/** The lock lets one transaction at a time add keys, so a key with the start of this transaction is of this transaction. */
const selectStates = `
  SELECT CASE
    WHEN known.key IS NULL THEN NULL
    WHEN imported_at = now() THEN 'repeated'
    WHEN NOT EXISTS (SELECT FROM pets WHERE id = pet_id) THEN 'deleted'
    WHEN known.fingerprint <> pg_catalog.decode(request.fingerprint, 'hex') THEN 'changed'
    ELSE 'known' END AS state
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS request (key, fingerprint, position)
  LEFT JOIN import_keys AS known ON source = $1 AND known.key = request.key
  ORDER BY position`;

const insertKeys = `
  INSERT INTO import_keys (source, key, fingerprint, pet_id)
  SELECT $1, key, pg_catalog.decode(fingerprint, 'hex'), pet_id
  FROM unnest($2::text[], $3::text[], $4::bigint[]) AS request (key, fingerprint, pet_id)`;

export class TypeOrmImportKeys extends ImportKeys {
  async lock(transaction: Transaction): Promise<boolean> {
    const [{ locked }] = await runnerOf(transaction).manager.query<[{ locked: boolean }]>(tryLock);
    return locked;
  }

  async states(source: string, pets: readonly KeyedPet[], transaction: Transaction): Promise<(KeyState | undefined)[]> {
    const parameters = [source, ...parametersOf(pets)];
    const rows = await runnerOf(transaction).manager.query<{ state: KeyState | null }[]>(selectStates, parameters);
    return rows.map(({ state }) => state ?? undefined);
  }

  async add(source: string, pets: readonly KeyedPet[], ids: readonly PetId[], transaction: Transaction): Promise<void> {
    const decimals = ids.map(({ decimal }) => decimal);
    await runnerOf(transaction).manager.query(insertKeys, [source, ...parametersOf(pets), decimals]);
  }
}

function parametersOf(pets: readonly KeyedPet[]): string[][] {
  return [pets.map(({ key }) => key), pets.map(({ newPet }) => fingerprintOf(newPet))];
}
