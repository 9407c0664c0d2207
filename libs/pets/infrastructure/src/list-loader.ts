import { batchOptions } from '@petstore/database';
import type { Pet, PetQuery } from '@petstore/pets-domain';
import DataLoader from 'dataloader';
import type { DataSource } from 'typeorm';
import { beforeFirstId, pages as pagesStatement, toPets } from './pet-statements.ts';

/** Maximum number of rows per statement, so that many long lists do not delay a short one. */
const maxRows = 2_000;

/** The first pets of the lists with the same `after` and `status`. `limit` is the largest limit of these lists. */
interface Page {
  readonly after: string;
  readonly status: string | undefined;
  limit: number;
  pets: Promise<Pet[]>;
}

/**
 * Returns a DataLoader of lists. The lists of one event-loop iteration share statements of at most `maxRows` rows, or of one page if
 * that page is longer. If a statement fails, only its own lists fail.
 */
export function listLoader(dataSource: DataSource): DataLoader<PetQuery, Pet[]> {
  return new DataLoader(async (queries) => {
    const pages = new Map<string, Page>();
    const pageOf = queries.map((query) => addToPage(pages, query));
    readPages(dataSource, [...pages.values()]);
    // A DataLoader adopts a promise in the place of a result, so that a list does not wait for other statements.
    return pageOf.map(({ pets }, index) => firstOf(pets, queries[index]!.limit)) as unknown as Pet[][];
  }, batchOptions);
}

function addToPage(pages: Map<string, Page>, { status, after, limit }: PetQuery): Page {
  const start = `${status?.value} ${after?.decimal}`;
  let page = pages.get(start);
  if (!page) {
    page = { after: after?.decimal ?? beforeFirstId, status: status?.value, limit, pets: Promise.resolve([]) };
    pages.set(start, page);
  }
  page.limit = Math.max(page.limit, limit);
  return page;
}

/** Sets `pets` of each page. */
function readPages(dataSource: DataSource, pages: readonly Page[]): void {
  let statement: Page[] = [];
  let rows = 0;
  for (const page of pages) {
    if (rows > 0 && rows + page.limit > maxRows) {
      readStatement(dataSource, statement);
      [statement, rows] = [[], 0];
    }
    statement.push(page);
    rows += page.limit;
  }
  readStatement(dataSource, statement);
}

function readStatement(dataSource: DataSource, pages: readonly Page[]): void {
  const reading = pagesStatement
    .read(dataSource, [
      pages.map(({ after }) => after),
      pages.map(({ limit }) => limit),
      pages.map(({ status }) => status),
    ])
    .then((rows) => new Map(rows.map(([position, ...pets]) => [Number(position), toPets(pets)])));
  for (const [index, page] of pages.entries()) page.pets = reading.then((read) => read.get(index + 1) ?? []);
}

async function firstOf(reading: Promise<Pet[]>, limit: number): Promise<Pet[]> {
  const pets = await reading;
  return pets.length > limit ? pets.slice(0, limit) : pets;
}
