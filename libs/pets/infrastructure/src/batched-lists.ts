import {
  batcher,
  executeBatchOrFailAll,
  type Batching,
  type BatchStatement,
  type PendingCall,
} from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import type { Pet, PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { toPet, toRows, UnreadableRow } from './pet-rows.ts';
import { pages, pagesByStatus, type PageRow } from './pet-statements.ts';

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
type ListStatement = BatchStatement<PendingList, Pet[], PageRow>;

/**
 * Returns a function that lists pets. Calls of one event-loop iteration share statements. A statement reads at most `maxRows`
 * rows, or one page if that page is longer. If a statement fails, only its own calls fail.
 */
export function batchedLists(
  dataSource: DataSource,
  batching: Batching,
): (query: PetQuery, deadline: Deadline) => Promise<Pet[]> {
  const list = batcher((batch: readonly ListCall[]) => {
    for (const { statement, calls } of groupIntoStatements(batch))
      void executeBatchOrFailAll(dataSource, statement, calls);
  }, batching);
  return (query, deadline) => list({ query }, deadline);
}

interface StatementCalls {
  readonly statement: ListStatement;
  readonly calls: ListCall[];
  /** Sum of the limits of its pages. */
  rows: number;
}

function groupIntoStatements(batch: readonly ListCall[]): StatementCalls[] {
  const groups: StatementCalls[] = [];
  const lastGroups = new Map<ListStatement, StatementCalls>();
  for (const { status, limit, calls } of groupIntoPages(batch)) {
    const statement = status === undefined ? list : listByStatus;
    let group = lastGroups.get(statement);
    if (!group || group.rows + limit > maxRows) {
      group = { statement, calls: [], rows: 0 };
      lastGroups.set(statement, group);
      groups.push(group);
    }
    group.rows += limit;
    group.calls.push(...calls);
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

const list: ListStatement = {
  statement: pages,
  effect: 'read',
  parametersOf(lists) {
    const requested = pagesOf(lists);
    return [requested.map(({ after }) => after), requested.map(({ limit }) => limit)];
  },
  resultsOf(rows, lists) {
    const requested = pagesOf(lists);
    for (const [position, ...pets] of rows) {
      requested[Number(position) - 1]!.pets = toRows(pets).map(toPet);
    }
    return lists.map(({ query, page }) => firstPets(page!.pets, query.limit));
  },
};

const listByStatus: ListStatement = {
  ...list,
  statement: pagesByStatus,
  parametersOf: (lists) => [...list.parametersOf(lists), pagesOf(lists).map(({ status }) => status)],
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
