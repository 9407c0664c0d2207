import { appendEvents } from '@petstore/event-log/typeorm-event-log';
import { Pet, type RegisteredPet } from '@petstore/pets-domain';
import { getMetadataArgsStorage } from 'typeorm';
import { PetEntity } from '../pet.entity.ts';

// The statements of frequent requests are SQL text, because one statement serves many requests. Functions with polymorphic arguments
// have the prefix `pg_catalog.`. In databases that were created before PostgreSQL 15 every user may create functions in `public`, and
// PostgreSQL would prefer a function of the same name that has exactly the types of our arguments.

interface PetColumn {
  readonly propertyName: keyof PetEntity;
  readonly name: string;
  readonly type: string;
}

const metadata = getMetadataArgsStorage().filterColumns(PetEntity);
const allColumns = metadata.map(({ propertyName, options: { name = propertyName, type } }) => ({
  propertyName,
  name,
  type,
})) as PetColumn[];

const propertyNames = allColumns.map(({ propertyName }) => propertyName);

/** The columns that an insert fills, without `id`. */
const columns = allColumns.filter((_, index) => index > 0 && metadata[index]!.options.insert !== false);

const columnNames = columns.map(({ name }) => name).join(', ');

/** The select list of a PetEntity. */
export const petRow = allColumns.map(({ name, propertyName }) => `${name} AS "${propertyName}"`).join(', ');

/**
 * Many pets in one row, because the driver parses a row per pet slowly. Arrays of int64 are text in PostgreSQL's notation, such as `{1,2}`,
 * because JSON would round them, and the driver parses arrays slowly, too. The others are JSON, which the driver has parsed.
 */
export type AggregatedPets = { readonly [Name in keyof PetEntity]: string | readonly unknown[] };

/** Returns the select list of AggregatedPets. @param order the columns after ORDER BY */
export function aggregatedPets(order: string): string {
  return allColumns
    .map(({ name, propertyName, type }) => {
      const values = `pg_catalog.array_agg(${name} ORDER BY ${order})`;
      return `${type === 'bigint' ? `${values}::text` : `pg_catalog.to_json(${values})`} AS "${propertyName}"`;
    })
    .join(', ');
}

export function toPets(aggregated: AggregatedPets): Pet[] {
  const values = propertyNames.map((name) => {
    const array = aggregated[name];
    return typeof array === 'string' ? array.slice(1, -1).split(',') : array;
  });
  return values[0]!.map((_, index) => {
    const row: Partial<Record<keyof PetEntity, unknown>> = {};
    // Object.fromEntries and iterators are slower.
    for (let column = 0; column < values.length; column++) row[propertyNames[column]!] = values[column]![index];
    return Pet.restore(row as PetEntity);
  });
}

export const selectPet = `SELECT ${petRow} FROM pets WHERE id = $1`;

/** Finds pets by id, in any order. */
export const selectPets = `SELECT ${petRow} FROM pets WHERE id = ANY($1::bigint[])`;

/** The parameters of the event of a new pet, which follow those of its columns. */
const eventColumns = ['type', 'actor', 'data'];

/** Returns the placeholders of one pet, such as `$1, $2`, and a statement that appends its event. @param first number of the first one */
function parametersOfPet(first: number) {
  const placeholders = [...columns, ...eventColumns].map((_, index) => `$${first + index}`);
  const [type, actor, data] = placeholders.slice(columns.length);
  const append = `${appendEvents(`SELECT ${type}, id, ${actor}, ${data}::json FROM new_pet`)} RETURNING pet_id AS id`;
  return { values: placeholders.slice(0, columns.length).join(', '), append };
}

const ofOnePet = parametersOfPet(1);

/** Adds one pet without an idempotency key, and its event. */
export const insertPet = `WITH new_pet AS (INSERT INTO pets (${columnNames}) VALUES (${ofOnePet.values}) RETURNING id)
   ${ofOnePet.append}`;

/** The first parameters of a statement that claims keys. */
const keyColumns = ['owner', 'key', 'fingerprint'];

/** PostgreSQL executes the subquery once for a statement. Without it, PostgreSQL would look the sequence up for each row. */
export const newId = "pg_catalog.nextval((SELECT pg_get_serial_sequence('pets', 'id')::regclass))";

/**
 * Returns a statement that adds one pet and claims its idempotency key. If it does not claim the key, it adds no pet and returns no
 * row.
 * @param claim of IdempotencyKeys
 */
export function insertPetWithKey(claim: string): string {
  const { values, append } = parametersOfPet(keyColumns.length + 1);
  return `WITH ${claim}, new_pet AS (
     INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE SELECT created_id, ${values} FROM claimed_key RETURNING id
   )
   ${append}`;
}

const newPetColumns = [...columns.map(({ name }) => name), ...eventColumns];

/** Adds the rows of `new_pet`, whose values may be text. */
const addNewPets = `inserted AS (
     INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE
     SELECT id, ${columns.map(({ name, type }) => `${name}::${type}`).join(', ')} FROM new_pet
   ), appended AS (${appendEvents('SELECT type, id, actor, data::json FROM new_pet ORDER BY position')})`;

/**
 * Returns a statement that adds many pets and claims their idempotency keys. It returns the ids in the order of the parameters. A pet
 * whose key it has not claimed is not added, and has the id NULL. The ids are ordered by `position`, because PostgreSQL does not define
 * the order of RETURNING.
 * @param claims of IdempotencyKeys
 */
export function insertPets(claims: string): string {
  const text = () => 'text';
  const parameters = [...keyColumns.map(text), ...columns.map(({ type }) => type), ...eventColumns.map(text)];
  const arrays = parameters.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  return `WITH input AS MATERIALIZED (
     SELECT ${newId} AS id, request.*
     FROM unnest(${arrays}) WITH ORDINALITY AS request (${[...keyColumns, ...newPetColumns, 'position'].join(', ')})
   ), ${claims}, new_pet AS (
     SELECT * FROM input WHERE key IS NULL OR id IN (SELECT created_id FROM claimed_key)
   ), ${addNewPets}
   SELECT pg_catalog.array_agg(new_pet.id ORDER BY position) AS ids FROM input LEFT JOIN new_pet USING (position)`;
}

/**
 * Adds many pets without idempotency keys, for imports, and returns their ids in the order of the parameters. The parameters are the arrays
 * of `petParameters` as JSON, because the driver takes longer to write arrays of PostgreSQL.
 */
export const insertImportedPets = `WITH new_pet AS MATERIALIZED (
     SELECT ${newId} AS id, request.*
     FROM ROWS FROM (${newPetColumns.map((_, index) => `pg_catalog.json_array_elements_text($${index + 1}::json)`).join(', ')})
       WITH ORDINALITY AS request (${[...newPetColumns, 'position'].join(', ')})
   ), ${addNewPets}
   SELECT pg_catalog.json_agg(id::text ORDER BY position) AS ids FROM new_pet`;

/** Returns the parameters of new pets and their events for the statements that add pets: an array of values for each column. */
export function petParameters(pets: readonly RegisteredPet[]): unknown[][] {
  const rows = pets.map(({ newPet }): Partial<PetEntity> => newPet.plain());
  const events = pets.map(({ event }) => event);
  return [
    ...columns.map(({ propertyName }) => rows.map((row) => row[propertyName])),
    events.map(({ type }) => type),
    events.map(({ actor }) => actor),
    // The driver sends objects as JSON.
    events.map(({ data }) => data),
  ];
}
