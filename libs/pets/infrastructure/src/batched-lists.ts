import { answerCallsAlike, type SharedStatement, batcher, type Call } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { Pet, PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { pages, pagesByStatus, rowsOf, type PageColumns } from './pet-statements.ts';
import { toPet, UnreadableRow } from './pet.table.ts';

/** Rows that one statement reads at most, so that many long lists do not slow a short one down. */
const mostRows = 2_000;

/** No animal has it: ids begin with 1. */
const beforeAll = '0';

/** The page that several lists begin with; the longest of them says how long it is. Its animals are read once for all. */
interface Page {
  readonly after: string;
  readonly status: string | undefined;
  most: number;
  pets: (Pet | UnreadableRow)[];
}

/** A list, and its page once that is known. */
interface List {
  readonly query: PetQuery;
  page?: Page;
}

type ListCall = Call<List, Pet[]>;

/**
 * Lists animals: those lists of one iteration of the event loop that have a status with some statements, the others with
 * others. Each statement reads at most `mostRows` rows, and its failure is that of its own callers alone.
 */
export function sharedLists(dataSource: DataSource): (query: PetQuery, deadline: Deadline) => Promise<Pet[]> {
  const list = batcher((calls: readonly ListCall[]) => {
    for (const { shared, calls: some } of statementsFor(calls)) void answerCallsAlike(dataSource, shared, some);
  });
  return (query, deadline) => list({ query }, deadline);
}

interface Statement {
  readonly shared: SharedStatement<List, Pet[], PageColumns>;
  readonly calls: ListCall[];
}

/** Spreads the lists over as few statements as their pages allow; lists that begin alike share a page. */
function statementsFor(calls: readonly ListCall[]): Statement[] {
  const callsByPage = new Map<Page, ListCall[]>();
  const byBeginning = new Map<string, Page>();
  for (const call of calls) {
    const page = pageFor(call.question.query, byBeginning);
    call.question.page = page;
    const alike = callsByPage.get(page);
    if (alike) alike.push(call);
    else callsByPage.set(page, [call]);
  }
  const statements: Statement[] = [];
  const last = new Map<SharedStatement<List, Pet[], PageColumns>, { calls: ListCall[]; rows: number }>();
  for (const [{ status, most }, alike] of callsByPage) {
    const shared = status === undefined ? lists : listsByStatus;
    let current = last.get(shared);
    if (!current || current.rows + most > mostRows) {
      current = { calls: [], rows: 0 };
      last.set(shared, current);
      statements.push({ shared, calls: current.calls });
    }
    current.rows += most;
    current.calls.push(...alike);
  }
  return statements;
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

const lists: SharedStatement<List, Pet[], PageColumns> = {
  statement: pages,
  asked: 'read',
  valuesOf(asked) {
    const wanted = pagesOf(asked);
    return [wanted.map(({ after }) => after), wanted.map(({ most }) => most)];
  },
  answersOf(rows, asked) {
    const wanted = pagesOf(asked);
    for (const [ids, names, categoryIds, statuses, question] of rows) {
      wanted[Number(question) - 1]!.pets = rowsOf([ids, names, categoryIds, statuses]).map(toPet);
    }
    return asked.map(({ query, page }) => firstPets(page!.pets, query.limit));
  },
};

const listsByStatus: SharedStatement<List, Pet[], PageColumns> = {
  ...lists,
  statement: pagesByStatus,
  valuesOf: (asked) => [...lists.valuesOf(asked), pagesOf(asked).map(({ status }) => status)],
};

/** Each once, in the order of the lists. */
function pagesOf(asked: readonly List[]): Page[] {
  return [...new Set(asked.map(({ page }) => page!))];
}

/** The first animals, or the trouble with one of them: who asked for less may have none. */
function firstPets(pets: Page['pets'], limit: number): Pet[] | UnreadableRow {
  const first = pets.slice(0, limit);
  return first.find((each) => each instanceof UnreadableRow) ?? (first as Pet[]);
}
