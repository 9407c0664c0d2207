import { batchLoader, readRows } from '@petstore/database';
import { Int64 } from '@petstore/kernel';
import { Pet, type PetQuery } from '@petstore/pets-domain';
import type DataLoader from 'dataloader';
import type { DataSource } from 'typeorm';
import { aggregatedPets, petRow, toPets, type AggregatedPets } from './pet-statements.ts';
import type { PetEntity } from '../pet.entity.ts';

/** Maximum number of rows per statement, so that a statement stays far below its timeout. */
const maxRows = 2_000;

/** A page that PostgreSQL returns. `position` says which page it is: the index of its parameters in their arrays, from 1. */
interface PageRow extends AggregatedPets {
  readonly position: number;
}

/**
 * Returns a query for pages with their own first id, limit and status, one row for each page that is not empty.
 * @param status `NULL` for pages of pets with any status, `NOT NULL` for pages of pets with the status of the page
 * @param selection the condition of the pets of a page and their order
 */
function pagesWith(status: 'NULL' | 'NOT NULL', selection: string): string {
  return `SELECT q.position::int, page.*
   FROM unnest($1::bigint[], $2::int[], $3::text[])
     WITH ORDINALITY AS q (from_id, page_limit, status, position)
   CROSS JOIN LATERAL (
     SELECT ${aggregatedPets('id')}
     FROM (SELECT * FROM pets WHERE ${selection} LIMIT q.page_limit) AS pet
     HAVING count(*) > 0
   ) AS page
   WHERE q.status IS ${status}`;
}

/**
 * Reads pages of any filters. It has one part for each combination of filters, because PostgreSQL chooses the index for each part. The
 * row comparison makes PostgreSQL use the index on status and id. With `status = … ORDER BY id`, a generic plan expects a frequent
 * status and scans the primary key, which is slow for a rare status.
 */
export const pages = `${pagesWith('NULL', 'id >= q.from_id ORDER BY id')}
  UNION ALL
  ${pagesWith('NOT NULL', '(status, id) >= (q.status, q.from_id) AND status <= q.status ORDER BY status, id')}`;

/**
 * Reads one page of any status from the id $1 on. The limit is a query, because PostgreSQL would otherwise plan each page anew: a generic
 * plan seems expensive if the limit is a parameter, since it then expects a tenth of the table.
 */
const page = `SELECT ${petRow} FROM pets WHERE id >= $1 ORDER BY id LIMIT (SELECT $2::int)`;

/** Reads one page of the status $3. */
const pageWithStatus = `SELECT ${petRow} FROM pets
  WHERE (status, id) >= ($3, $1::bigint) AND status <= $3 ORDER BY status, id LIMIT (SELECT $2::int)`;

/** A page to read. Lists that differ only in their limit share it. */
interface Page {
  readonly from: Int64;
  readonly status: string | undefined;
  /** The largest limit of the lists. */
  limit: number;
  /** The pets of the longest list, or the error of the statement. */
  result: Pet[] | Error;
}

/**
 * Returns a DataLoader of lists. The lists of one event-loop iteration share statements of at most `maxRows` rows, or of one page if
 * that page is longer. If a statement fails, only its own lists fail.
 */
export function listLoader(dataSource: DataSource): DataLoader<PetQuery, Pet[]> {
  return batchLoader(async (queries) => {
    const pageByFilters = new Map<string, Page>();
    const pageOf = queries.map(({ limit, ...filters }) => {
      // All members but the limit, so that lists with another filter never share a page.
      const key = JSON.stringify(filters);
      const { after, status } = filters;
      const page = pageByFilters.get(key) ?? { from: Int64.nextOf(after), status, limit, result: [] };
      page.limit = Math.max(page.limit, limit);
      pageByFilters.set(key, page);
      return page;
    });
    await Promise.all(divide([...pageByFilters.values()]).map((statement) => read(dataSource, statement)));
    return pageOf.map(({ result }, index) => {
      const { limit } = queries[index]!;
      return result instanceof Error || result.length <= limit ? result : result.slice(0, limit);
    });
  });
}

/** Divides the pages among statements. Returns the pages of each statement. */
function divide(pagesToRead: readonly Page[]): Page[][] {
  const statements: Page[][] = [];
  // The first page begins the first statement.
  let rows = Infinity;
  for (const page of pagesToRead) {
    rows += page.limit;
    if (rows > maxRows) {
      statements.push([]);
      rows = page.limit;
    }
    statements.at(-1)!.push(page);
  }
  return statements;
}

/** Sets `result` of each page. */
async function read(dataSource: DataSource, statement: readonly Page[]): Promise<void> {
  try {
    if (statement.length === 1) {
      const [{ from, limit, status }] = statement as [Page];
      const [text, values] = status ? [pageWithStatus, [from, limit, status]] : [page, [from, limit]];
      const rows = await readRows<PetEntity>(dataSource, text!, values as unknown[]);
      statement[0]!.result = rows.map(Pet.restore);
      return;
    }
    const values = [
      statement.map(({ from }) => from),
      statement.map(({ limit }) => limit),
      statement.map(({ status }) => status),
    ];
    const rows = await readRows<PageRow>(dataSource, pages, values);
    for (const { position, ...pets } of rows) statement[position - 1]!.result = toPets(pets);
  } catch (error) {
    for (const page of statement) page.result = error as Error;
  }
}
