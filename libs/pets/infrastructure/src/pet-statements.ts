import { PreparedStatement } from '@petstore/database';
import type { AggregatedPets } from './pet-rows.ts';
import { petColumns, storedColumns } from './pet.table.ts';

// The statements name these functions with their schema, because PostgreSQL prefers a function in `public` that has the exact
// argument types. Every user of a PostgreSQL 14 database may create one, and it would run with the rights of the service.
export const arrayAgg = 'pg_catalog.array_agg';
const toJson = 'pg_catalog.to_json';

/** SQL expression for the name of the sequence of the ids. */
export const idSequence = "pg_get_serial_sequence('pets', 'id')";

export const columnNames = petColumns.map(({ name }) => name).join(', ');

/**
 * Returns the INSERT into `pets`.
 * @param source the rows to insert, in the syntax of a FROM clause; WHERE and ORDER BY may follow
 * @param id SQL expression for the id; without it, PostgreSQL assigns the next id
 * @param values SQL expressions for the columns `petColumns`
 */
export function insertPets(source: string, id?: string, values = columnNames): string {
  return id === undefined
    ? `INSERT INTO pets (${columnNames}) SELECT ${values} FROM ${source}`
    : `INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE SELECT ${id}, ${values} FROM ${source}`;
}

/** FROM item with one row per pet for the parameters that `toParameterArrays` returns. `position` counts from 1. */
const newPetRows = `unnest(${petColumns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
   WITH ORDINALITY AS new_pet_row (${columnNames}, position)`;

/** Inserts the pets in their order. */
export const importPets = insertPets(`${newPetRows} ORDER BY position`);

/**
 * Inserts all pets or none, and returns their ids in the order of the parameters. Orders the ids by `position`, because
 * PostgreSQL does not define the order of RETURNING.
 */
export const newPets = new PreparedStatement<readonly [ids: string]>(
  'new_pets',
  `WITH new_pet AS (
     SELECT pg_catalog.nextval(${idSequence}) AS id, ${columnNames}, position FROM ${newPetRows}
   ), inserted AS (
     ${insertPets('new_pet', 'id')}
   )
   SELECT ${arrayAgg}(id ORDER BY position) FROM new_pet`,
);

/** Returns the SQL expressions for the columns of AggregatedPets, in their order. @param order the columns after ORDER BY */
function aggregatesIn(order: string): string[] {
  return storedColumns.map(({ name, type }) => {
    const values = `${arrayAgg}(${name} ORDER BY ${order})`;
    return type === 'bigint' ? values : `${toJson}(${values})`;
  });
}

/** Returns the select list of AggregatedPets. @param order the columns after ORDER BY */
export function aggregatedColumns(order: string): string {
  return aggregatesIn(order).join(', ');
}

/** Finds pets by id. Returns one row with the pets that exist, or no row if none exists. */
export const petsById = new PreparedStatement<AggregatedPets>(
  'pets_by_id',
  `SELECT ${aggregatedColumns('id')} FROM pets WHERE id = ANY($1::bigint[]) HAVING count(*) > 0`,
);

/**
 * Reads the pets after an id, at most as many as the second parameter says. Returns AggregatedPets in one row, or no row if there
 * is no pet. The columns are text with different names, because TypeORM converts arrays and JSON and returns rows as objects.
 */
export const petsAfter = `SELECT ${aggregatesIn('id')
  .map((aggregate, index) => `(${aggregate})::text AS column_${index}`)
  .join(', ')}
   FROM (SELECT id, ${columnNames} FROM pets WHERE id > $1::bigint ORDER BY id LIMIT $2::int) AS pet
   HAVING count(*) > 0`;

/** Returns the greatest id, or null if there is no pet. */
export const greatestId = 'SELECT max(id) AS id FROM pets';

/** A page. `position` is the index of its parameters in their arrays, from 1. */
export type PageRow = readonly [position: string, ...pets: AggregatedPets];

/**
 * Returns a query for pages with their own `after` and limit, one row for each page that is not empty. The parameters are in
 * subqueries, so that PostgreSQL does not plan the statement again for each execution because of the lengths of the arrays.
 * @param status `NULL` for pages of pets with any status, `NOT NULL` for pages of pets with the status of the page
 * @param selection the condition of the pets of a page and their order
 */
function pagesWith(status: 'NULL' | 'NOT NULL', selection: string): string {
  return `SELECT q.position, page.*
   FROM unnest((SELECT $1::bigint[]), (SELECT $2::int[]), (SELECT $3::text[]))
     WITH ORDINALITY AS q (after, page_limit, status, position)
   CROSS JOIN LATERAL (
     SELECT ${aggregatedColumns('id')}
     FROM (SELECT id, ${columnNames} FROM pets WHERE ${selection} LIMIT q.page_limit) AS pet
     HAVING count(*) > 0
   ) AS page
   WHERE q.status IS ${status}`;
}

/**
 * Reads pages, each after an id, with its own limit and with pets of one status, or of any status if it is NULL. Returns one row for
 * each page that is not empty. The row comparison makes PostgreSQL use the index on status and id. With
 * `status = … ORDER BY id`, a generic plan expects a frequent status and scans the primary key, which is slow for a rare status.
 */
export const pages = new PreparedStatement<PageRow>(
  'pages',
  `${pagesWith('NULL', 'id > q.after ORDER BY id')}
   UNION ALL
   ${pagesWith('NOT NULL', '(status, id) > (q.status, q.after) AND status <= q.status ORDER BY status, id')}`,
);

/** A pet with the columns `storedColumns`. */
export type PetRow = readonly string[];

/** Reads a pet and locks its row. FOR NO KEY UPDATE, because no statement changes the id. */
export const lockedPet = new PreparedStatement<PetRow>(
  'locked_pet',
  `SELECT id, ${columnNames} FROM pets WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Sets the columns `petColumns` of the pet with the id $1. */
export const updatedPet = new PreparedStatement<readonly []>(
  'updated_pet',
  `UPDATE pets SET ${petColumns.map(({ name }, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`,
);
