import { translate } from '@petstore/database';
import type { Pet, PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { pages, pagesByStatus, rowsOf } from './pet-statements.ts';
import { toPet, UnreadableRow } from './pet.table.ts';
import { shared } from './shared-statements.ts';

/** No animal has it: ids begin with 1. */
const beforeAll = '0';

/** The page that several lists begin with; the longest of them says how long it is. Its animals are read once for all. */
interface Page {
  readonly after: string;
  readonly status: string | undefined;
  most: number;
  pets: (Pet | UnreadableRow)[];
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
    return wanted.map(({ pets }, index) => beginningOf(pets, queries[index]!.limit));
  });
}

function pageFor({ status, after, limit }: PetQuery, byBeginning: Map<string, Page>): Page {
  const beginning = `${status?.value} ${after?.decimal}`;
  let page = byBeginning.get(beginning);
  if (!page) {
    page = { after: after?.decimal ?? beforeAll, status: status?.value, most: limit, pets: [] };
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
  for (const [ids, names, categoryIds, statuses, question] of await (hasStatus ? pagesByStatus : pages).run(
    dataSource,
    values,
  )) {
    asked[Number(question) - 1]!.pets = rowsOf([ids, names, categoryIds, statuses]).map(toPet);
  }
}

/** The first animals, or the trouble with one of them: who asked for less may have none. */
function beginningOf(pets: Page['pets'], limit: number): Pet[] | UnreadableRow {
  const beginning = pets.slice(0, limit);
  return beginning.find((each) => each instanceof UnreadableRow) ?? (beginning as Pet[]);
}
