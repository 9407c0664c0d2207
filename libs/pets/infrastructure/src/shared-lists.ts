import { translate } from '@petstore/database';
import type { Pet, PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { orItsError } from './or-its-error.ts';
import { pages, pagesByStatus, rowOf, type PetColumns } from './pet-statements.ts';
import { toPet } from './pet.table.ts';
import { shared } from './shared-statements.ts';

/** No animal has it: ids begin with 1. */
const beforeAll = '0';

/** The page that several lists begin with; the longest of them says how long it is. */
interface Page {
  readonly after: string;
  readonly status: string | undefined;
  most: number;
  rows: PetColumns[];
}

/** Lists animals: those lists of one turn that have a status with one statement, the others with another. */
export function sharedLists(dataSource: DataSource): (query: PetQuery) => Promise<Pet[]> {
  return shared(async (queries: readonly PetQuery[]) => {
    const byBeginning = new Map<string, Page>();
    const wanted = queries.map((query) => pageFor(query, byBeginning));
    const all = [...byBeginning.values()];
    await Promise.all([
      fill(
        dataSource,
        all.filter(({ status }) => status === undefined),
      ),
      fill(
        dataSource,
        all.filter(({ status }) => status !== undefined),
      ),
    ]).catch(translate('read'));
    return wanted.map(({ rows }, index) =>
      orItsError(() => rows.slice(0, queries[index]!.limit).map((row) => toPet(rowOf(row)))),
    );
  });
}

function pageFor({ status, after, limit }: PetQuery, byBeginning: Map<string, Page>): Page {
  const beginning = `${status?.value} ${after?.decimal}`;
  let page = byBeginning.get(beginning);
  if (!page) {
    page = { after: after?.decimal ?? beforeAll, status: status?.value, most: limit, rows: [] };
    byBeginning.set(beginning, page);
  }
  page.most = Math.max(page.most, limit);
  return page;
}

async function fill(dataSource: DataSource, asked: readonly Page[]): Promise<void> {
  if (asked.length === 0) return;
  const hasStatus = asked[0]!.status !== undefined;
  const values: unknown[][] = [asked.map(({ after }) => after), asked.map(({ most }) => most)];
  if (hasStatus) values.push(asked.map(({ status }) => status));
  for (const [question, ...row] of await (hasStatus ? pagesByStatus : pages).run(dataSource, values)) {
    asked[Number(question) - 1]!.rows.push(row);
  }
}
