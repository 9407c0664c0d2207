import { PreparedStatement } from '@petstore/database';
import { Pet, type NewPet } from '@petstore/pets-domain';
import { columns, rowOf } from './pet.entity.ts';

// The statements that requests execute often are SQL text, because one statement serves many requests. They name the functions
// whose arguments have our types with their schema: before PostgreSQL 15 every user may create such functions in `public`, also in
// a database that was upgraded since, and PostgreSQL prefers exact types.

/** Less than every id, because ids start at 1. */
export const beforeFirstId = '0';

/** The names of the columns that an insert fills. */
export const columnNames = Object.keys(columns).join(', ');

/**
 * Many pets in one row, with an array for `id` and one for each of `columns`: parsing a row per pet in the driver costs more than
 * the rest of a list. Arrays of int64 are in PostgreSQL's notation, the others are JSON. All are null if there is no pet.
 */
export type AggregatedPets = readonly (string | null)[];

/** Returns the select list of AggregatedPets. @param order the columns after ORDER BY */
export function aggregatedPets(order: string): string {
  return Object.entries({ id: 'bigint', ...columns })
    .map(([name, type]) => {
      const values = `pg_catalog.array_agg(${name} ORDER BY ${order})`;
      return type === 'bigint' ? values : `pg_catalog.to_json(${values})`;
    })
    .join(', ');
}

export function toPets([ids, names, categoryIds, statuses]: AggregatedPets): Pet[] {
  if (!ids) return [];
  const nameOf = JSON.parse(names!) as string[];
  const categoryIdOf = parseIntegers(categoryIds!);
  const statusOf = JSON.parse(statuses!) as string[];
  return parseIntegers(ids).map((id, index) =>
    Pet.restore({ id, name: nameOf[index]!, categoryId: categoryIdOf[index]!, status: statusOf[index]! }),
  );
}

/** @param array an array of integers in PostgreSQL's notation, such as `{1,2}`; not empty */
export function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}

/** Finds pets by id. */
export const petsById = new PreparedStatement<AggregatedPets>(
  'pets_by_id',
  `SELECT ${aggregatedPets('id')} FROM pets WHERE id = ANY($1::bigint[])`,
);

/** A page. `position` is the index of its parameters in their arrays, from 1. */
export type PageRow = readonly [position: string, ...pets: AggregatedPets];

/**
 * Returns a query for pages with their own `after`, limit and status, one row for each page that is not empty. The parameters are in
 * subqueries, so that PostgreSQL does not plan the statement again for each execution because of the lengths of the arrays.
 * @param status `NULL` for pages of pets with any status, `NOT NULL` for pages of pets with the status of the page
 * @param selection the condition of the pets of a page and their order
 */
function pagesWith(status: 'NULL' | 'NOT NULL', selection: string): string {
  return `SELECT q.position, page.*
   FROM unnest((SELECT $1::bigint[]), (SELECT $2::int[]), (SELECT $3::text[]))
     WITH ORDINALITY AS q (after, page_limit, status, position)
   CROSS JOIN LATERAL (
     SELECT ${aggregatedPets('id')}
     FROM (SELECT id, ${columnNames} FROM pets WHERE ${selection} LIMIT q.page_limit) AS pet
     HAVING count(*) > 0
   ) AS page
   WHERE q.status IS ${status}`;
}

/**
 * Reads pages of any filters. A statement for each set of filters would be plainer, and takes 45 % more CPU time of PostgreSQL. The
 * row comparison makes PostgreSQL use the index on status and id: with `status = … ORDER BY id`, a generic plan expects a frequent
 * status and scans the primary key, which is slow for a rare status.
 */
export const pages = new PreparedStatement<PageRow>(
  'pages',
  `${pagesWith('NULL', 'id > q.after ORDER BY id')}
   UNION ALL
   ${pagesWith('NOT NULL', '(status, id) > (q.status, q.after) AND status <= q.status ORDER BY status, id')}`,
);

/**
 * Inserts all pets or none, and returns their ids in the order of the parameters. Orders the ids by `position`, because
 * PostgreSQL does not define the order of RETURNING.
 */
export const newPets = new PreparedStatement<readonly [ids: string]>(
  'new_pets',
  `WITH new_pet AS (
     SELECT pg_catalog.nextval(pg_get_serial_sequence('pets', 'id')) AS id, ${columnNames}, position
     FROM unnest(${Object.values(columns)
       .map((type, index) => `$${index + 1}::${type}[]`)
       .join(', ')})
       WITH ORDINALITY AS row (${columnNames}, position)
   ), inserted AS (
     INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE SELECT id, ${columnNames} FROM new_pet
   )
   SELECT pg_catalog.array_agg(id ORDER BY position) FROM new_pet`,
);

/** Returns the parameters of `newPets`: an array of values for each of `columns`. */
export function newPetParameters(pets: readonly NewPet[]): unknown[][] {
  const rows = pets.map((newPet) => Object.values(rowOf(newPet)));
  return Object.keys(columns).map((_, index) => rows.map((row) => row[index]));
}
