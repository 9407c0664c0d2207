import { PreparedStatement } from '@petstore/database';
import type { PetRow } from './pet.table.ts';

/**
 * Functions that PostgreSQL finds by casting their arguments, or that take any type, are named with their schema: a function
 * of the same name in `public` for the exact type would be called instead, with the rights of the service. In PostgreSQL 14
 * every user of the database may create one.
 */
const array = 'pg_catalog.array_agg';
const json = 'pg_catalog.to_json';

/**
 * Many animals in one row, a column of theirs in each of its: to take a row for each animal apart costs more than all else
 * that is done for a list. int64 in PostgreSQL's own notation of arrays, what may be any text in JSON's.
 */
export type PetColumns = readonly [ids: string, names: string, categoryIds: string, statuses: string];

const petColumns = `${array}(id ORDER BY id), ${json}(${array}(name ORDER BY id)),
  ${array}(category_id ORDER BY id), ${json}(${array}(status ORDER BY id))`;

/** In ascending order of id. */
export function rowsOf([ids, names, categoryIds, statuses]: PetColumns): PetRow[] {
  const [name, categoryId, status] = [JSON.parse(names), integersOf(categoryIds), JSON.parse(statuses)] as string[][];
  return integersOf(ids).map((id, index) => ({
    id,
    name: name![index]!,
    categoryId: categoryId![index]!,
    status: status![index]!,
  }));
}

/** From `{1,2}`. */
export function integersOf(array: string): string[] {
  return array.slice(1, -1).split(',');
}

/** Animals by their ids, in one row; those that are not there are left out, and without any there is no row. */
export const petsById = new PreparedStatement<PetColumns>(
  'pets_by_id',
  `SELECT ${petColumns} FROM pets WHERE id = ANY($1::bigint[]) HAVING count(*) > 0`,
);

/** What a page is told by among others: the position of its question, from 1, behind its animals. */
export type PageColumns = readonly [...pets: PetColumns, question: string];

/** Pages after an id, each with a limit of its own and in a row of its own; an empty one has none. */
export const pages = new PreparedStatement<PageColumns>(
  'pages',
  `SELECT page.*, q.question
   FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS q (after, most, question)
   CROSS JOIN LATERAL (
     SELECT ${petColumns}
     FROM (SELECT id, name, category_id, status FROM pets WHERE id > q.after ORDER BY id LIMIT q.most) AS pet
     HAVING count(*) > 0
   ) AS page`,
);

/**
 * The same among the animals of a status, by the index on both: asked for `status = … ORDER BY id`, PostgreSQL would look for
 * a rare one among all animals, because a plan that is made for every status is made for a common one.
 */
export const pagesByStatus = new PreparedStatement<PageColumns>(
  'pages_by_status',
  `SELECT page.*, q.question
   FROM unnest($1::bigint[], $2::int[], $3::text[]) WITH ORDINALITY AS q (after, most, status, question)
   CROSS JOIN LATERAL (
     SELECT ${petColumns}
     FROM (
       SELECT id, name, category_id, status FROM pets
       WHERE (status, id) > (q.status, q.after) AND status <= q.status
       ORDER BY status, id LIMIT q.most
     ) AS pet
     HAVING count(*) > 0
   ) AS page`,
);

/**
 * New animals, all of them or none. Answers their ids in the order of the questions: PostgreSQL promises no order of what
 * RETURNING answers, so each is known by the position of its question.
 */
export const newPets = new PreparedStatement<readonly [ids: string]>(
  'new_pets',
  `WITH new_pet AS (
     SELECT pg_catalog.nextval(pg_get_serial_sequence('pets', 'id')) AS id, name, category_id, status, question
     FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS q (name, category_id, status, question)
   ), added AS (
     INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
     SELECT id, name, category_id, status FROM new_pet
   )
   SELECT ${array}(id ORDER BY question) FROM new_pet`,
);
