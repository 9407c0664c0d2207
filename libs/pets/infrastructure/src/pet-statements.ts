import type { NewPet } from '@petstore/pets-domain';
import { getMetadataArgsStorage } from 'typeorm';
import { PetEntity, rowOf } from './pet.entity.ts';

// The statements that requests execute often are SQL text, because one statement serves many requests. Functions with polymorphic
// arguments have the prefix `pg_catalog.`: in databases that were created before PostgreSQL 15 every user may create functions in
// `public`, and PostgreSQL would prefer one of the same name with exactly our types.

/** Less than every id, because ids start at 1. */
export const beforeFirstId = '0';

interface PetColumn {
  readonly propertyName: keyof ReturnType<typeof rowOf>;
  readonly name: string;
  readonly type: string;
}

const [id, ...columns] = getMetadataArgsStorage()
  .filterColumns(PetEntity)
  .filter(({ options }) => options.select !== false)
  .map(({ propertyName, options: { name = propertyName, type } }) => ({ propertyName, name, type })) as PetColumn[];

/** The names of the columns that an insert fills: all of PetEntity that are selected, without `id`. */
export const columnNames = columns.map(({ name }) => name).join(', ');

/** The select list of a PetRow. */
export const petRow = [id!, ...columns].map(({ name, propertyName }) => `${name} AS "${propertyName}"`).join(', ');

/** Returns the select list of AggregatedPets. @param order the columns after ORDER BY */
export function aggregatedPets(order: string): string {
  return [id!, ...columns]
    .map(({ name, propertyName, type }) => {
      const values = `pg_catalog.array_agg(${name} ORDER BY ${order})`;
      return `${type === 'bigint' ? `${values}::text` : `pg_catalog.to_json(${values})`} AS "${propertyName}"`;
    })
    .join(', ');
}

/** Finds one pet. PostgreSQL plans it faster than a search for an array of ids. */
export const selectPet = `SELECT ${petRow} FROM pets WHERE id = $1`;

/** Finds pets by id, in any order. */
export const selectPets = `SELECT ${petRow} FROM pets WHERE id = ANY($1::bigint[])`;

/** Adds one pet without an idempotency key. */
export const insertPet = `INSERT INTO pets (${columnNames}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
  RETURNING id`;

/** The first parameters of a statement that claims keys. */
const keyColumns = ['owner', 'key', 'fingerprint'];

/** The id of a new pet. */
export const newId = "pg_catalog.nextval(pg_get_serial_sequence('pets', 'id'))";

/**
 * Returns a statement that adds one pet and claims its idempotency key. If it does not claim the key, it adds no pet and returns no
 * row.
 * @param claim of IdempotencyKeys
 */
export function insertPetWithKey(claim: string): string {
  const values = columns.map((_, index) => `$${keyColumns.length + index + 1}`).join(', ');
  return `WITH ${claim}
   INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE SELECT created_id, ${values} FROM claimed_key RETURNING id`;
}

/**
 * Returns a statement that adds many pets and claims their idempotency keys, all or none. It returns the ids in the order of the
 * parameters, NULL for a pet whose key it has not claimed, because that pet is not added. Orders the ids by `position`, because
 * PostgreSQL does not define the order of RETURNING.
 * @param claims of IdempotencyKeys
 */
export function insertPets(claims: string): string {
  const parameters = [...keyColumns.map(() => 'text'), ...columns.map(({ type }) => type)];
  const arrays = parameters.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  return `WITH input AS MATERIALIZED (
     SELECT ${newId} AS id, request.*
     FROM unnest(${arrays}) WITH ORDINALITY AS request (${keyColumns.join(', ')}, ${columnNames}, position)
   ), ${claims}, new_pet AS (
     SELECT * FROM input WHERE key IS NULL OR id IN (SELECT created_id FROM claimed_key)
   ), inserted AS (
     INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE SELECT id, ${columnNames} FROM new_pet
   )
   SELECT pg_catalog.array_agg(new_pet.id ORDER BY position) AS ids FROM input LEFT JOIN new_pet USING (position)`;
}

/** Returns the parameters of the columns of pets for the statements that add pets: an array of values for each column. */
export function petParameters(pets: readonly NewPet[]): string[][] {
  const rows = pets.map(rowOf);
  return columns.map(({ propertyName }) => rows.map((row) => row[propertyName]));
}
