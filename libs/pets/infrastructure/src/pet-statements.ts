import { PreparedStatement } from '@petstore/database';
import type { PetRow } from './pet.table.ts';

/** `id, name, category_id, status`. */
export type PetColumns = readonly [id: string, name: string, categoryId: string, status: string];

export function rowOf([id, name, categoryId, status]: PetColumns | PageColumns): PetRow {
  return { id, name, categoryId, status };
}

/** Animals by their ids; those that are not there are left out. */
export const petsById = new PreparedStatement<PetColumns>(
  'pets_by_id',
  'SELECT id, name, category_id, status FROM pets WHERE id = ANY($1::bigint[])',
);

/** What a page is told by among others: the position of its question, from 1, behind the animal's columns. */
export type PageColumns = readonly [...pet: PetColumns, question: string];

/** Pages after an id, each with a limit of its own. */
export const pages = new PreparedStatement<PageColumns>(
  'pages',
  `SELECT p.id, p.name, p.category_id, p.status, q.question
   FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS q (after, most, question)
   CROSS JOIN LATERAL (
     SELECT id, name, category_id, status FROM pets WHERE id > q.after ORDER BY id LIMIT q.most
   ) AS p ORDER BY q.question, p.id`,
);

/** The same among the animals of a status, by the index on both. */
export const pagesByStatus = new PreparedStatement<PageColumns>(
  'pages_by_status',
  `SELECT p.id, p.name, p.category_id, p.status, q.question
   FROM unnest($1::bigint[], $2::int[], $3::text[]) WITH ORDINALITY AS q (after, most, status, question)
   CROSS JOIN LATERAL (
     SELECT id, name, category_id, status FROM pets WHERE status = q.status AND id > q.after ORDER BY id LIMIT q.most
   ) AS p ORDER BY q.question, p.id`,
);

/**
 * New animals, all of them or none, and which got which id: PostgreSQL promises no order of what RETURNING answers, so each is
 * known by the position of its question, from 1.
 */
export const newPets = new PreparedStatement<readonly [question: string, id: string]>(
  'new_pets',
  `WITH new_pet AS (
     SELECT nextval(pg_get_serial_sequence('pets', 'id')) AS id, name, category_id, status, question
     FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS q (name, category_id, status, question)
   ), added AS (
     INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
     SELECT id, name, category_id, status FROM new_pet
   )
   SELECT question, id FROM new_pet`,
);
