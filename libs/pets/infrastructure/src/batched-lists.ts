import { batcher, executeBatchOrFailAll, type BatchStatement, type PendingCall } from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { Pet, PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { toPet, toRows, UnreadableRow } from './pet-rows.ts';
import { pages, type PageRow } from './pet-statements.ts';

/** Maximum number of rows per statement, so that many long lists do not delay a short one. */
const maxRows = 2_000;

/** Less than every id, because ids start at 1. */
const beforeFirstId = '0';

/** Lists with the same `after` and `status` share a page. `limit` is the largest limit of its lists. */
interface Page {
  readonly after: string;
  readonly status: string | undefined;
  readonly calls: ListCall[];
  limit: number;
  pets: (Pet | UnreadableRow)[];
}

interface PendingList {
  readonly query: PetQuery;
  /** Set when the batch is grouped into statements. */
  page?: Page;
}

type ListCall = PendingCall<PendingList, Pet[]>;

/**
 * Returns a function that lists pets. Calls of one event-loop iteration share statements. A statement reads at most `maxRows`
 * rows, or one page if that page is longer. If a statement fails, only its own calls fail.
 */
export function batchedLists(dataSource: DataSource): (query: PetQuery, deadline: Deadline) => Promise<Pet[]> {
  const listBatched = batcher((batch: readonly ListCall[]) => {
    for (const calls of groupIntoStatements(batch)) void executeBatchOrFailAll(dataSource, list, calls);
  });
  return (query, deadline) => listBatched({ query }, deadline);
}

/** Returns the calls of each statement. */
function groupIntoStatements(batch: readonly ListCall[]): ListCall[][] {
  const groups: ListCall[][] = [];
  let rows = Infinity;
  for (const { limit, calls } of groupIntoPages(batch)) {
    rows += limit;
    if (rows > maxRows) {
      groups.push([]);
      rows = limit;
    }
    groups.at(-1)!.push(...calls);
  }
  return groups;
}

function groupIntoPages(batch: readonly ListCall[]): Iterable<Page> {
  const pagesByStart = new Map<string, Page>();
  for (const call of batch) {
    const { status, after, limit } = call.input.query;
    const start = `${status?.value} ${after?.decimal}`;
    let page = pagesByStart.get(start);
    if (!page) {
      page = { after: after?.decimal ?? beforeFirstId, status: status?.value, calls: [], limit, pets: [] };
      pagesByStart.set(start, page);
    }
    page.limit = Math.max(page.limit, limit);
    page.calls.push(call);
    call.input.page = page;
  }
  return pagesByStart.values();
}

const list: BatchStatement<PendingList, Pet[], PageRow> = {
  statement: pages,
  effect: 'read',
  parametersOf(lists) {
    const requested = pagesOf(lists);
    return [
      requested.map(({ after }) => after),
      requested.map(({ limit }) => limit),
      requested.map(({ status }) => status),
    ];
  },
  resultsOf(rows, lists) {
    const requested = pagesOf(lists);
    for (const [position, ...pets] of rows) {
      requested[Number(position) - 1]!.pets = toRows(pets).map(toPet);
    }
    return lists.map(({ query, page }) => firstPets(page!.pets, query.limit));
  },
};

/** Returns the pages without duplicates, in the order of the lists. */
function pagesOf(lists: readonly PendingList[]): Page[] {
  return [...new Set(lists.map(({ page }) => page!))];
}

/** Returns the error of an unreadable row only if it is one of the first `limit` rows. A longer list may share the page. */
function firstPets(pets: Page['pets'], limit: number): Pet[] | UnreadableRow {
  const first = pets.slice(0, limit);
  return first.find((pet) => pet instanceof UnreadableRow) ?? (first as Pet[]);
}
