import {
  batcher,
  DatabaseUnavailable,
  executeBatchOrFailAll,
  type Batching,
  type BatchStatement,
  type PendingCall,
} from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import { ChangeHistory, ChangePosition, CursorGone, type PetChangesPage } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import {
  changesAfter,
  presentChange,
  type ChangesRow,
  type HistoryColumns,
  type PresentRow,
} from './pet-change-statements.ts';
import { toPet, toRows, UnreadableRow, type AggregatedPets } from './pet-rows.ts';

/** Number of HistoryColumns. */
const historyColumns = 4;

export interface ChangesRequest {
  readonly position: ChangePosition;
  readonly limit: number;
}

/**
 * Returns a function that reads pages of the feed. Calls of one event-loop iteration share a statement, and calls with the same
 * position and limit share a page.
 */
export function batchedChanges(
  dataSource: DataSource,
  batching: Batching,
): (request: ChangesRequest, deadline: Deadline) => Promise<PetChangesPage> {
  return batcher((calls: readonly PendingCall<ChangesRequest, PetChangesPage>[]) => {
    void executeBatchOrFailAll(dataSource, readChanges, calls);
  }, batching);
}

/** Returns a function that reads the present. Calls of one event-loop iteration share a statement. */
export function batchedPresent(
  dataSource: DataSource,
  batching: Batching,
): (input: undefined, deadline: Deadline) => Promise<ChangePosition> {
  return batcher((calls: readonly PendingCall<undefined, ChangePosition>[]) => {
    void executeBatchOrFailAll(dataSource, readPresent, calls);
  }, batching);
}

const readChanges: BatchStatement<ChangesRequest, PetChangesPage, ChangesRow> = {
  statement: changesAfter,
  effect: 'read',
  parametersOf(requests) {
    const pages = distinctPages(requests);
    return [
      pages.map(({ position }) => position.changedIn),
      pages.map(({ position }) => position.petId),
      pages.map(({ limit }) => limit),
    ];
  },
  resultsOf(rows, requests) {
    const results = new Map<string, PetChangesPage | Error>();
    const pages = distinctPages(requests);
    for (const row of rows) {
      const page = pages[Number(row[historyColumns]) - 1]!;
      results.set(keyOf(page), resultOf(row, page.position));
    }
    return requests.map((request) => results.get(keyOf(request))!);
  },
};

const readPresent: BatchStatement<undefined, ChangePosition, PresentRow> = {
  statement: presentChange,
  effect: 'read',
  parametersOf: () => [],
  resultsOf([row], calls) {
    const [changedIn, id] = row!.slice(historyColumns) as [string | null, string | null];
    const history = historyOf(row!);
    const present = history instanceof Error ? history : ChangePosition.restore(history, changedIn ?? '0', id ?? '0');
    return calls.map(() => present);
  },
};

function distinctPages(requests: readonly ChangesRequest[]): ChangesRequest[] {
  return [...new Map(requests.map((request) => [keyOf(request), request])).values()];
}

function keyOf({ position, limit }: ChangesRequest): string {
  return `${position.text} ${limit}`;
}

function resultOf(row: ChangesRow, position: ChangePosition): PetChangesPage | Error {
  const history = historyOf(row);
  if (history instanceof Error) return history;
  // A copy of the data files has the same history. Its transaction ids restart, so that the position can be ahead of them.
  const isAhead = BigInt(position.changedIn) >= BigInt(row[historyColumns - 1]!);
  if (isAhead || !position.history.equals(history)) return new CursorGone();
  const [lastChangedIn, ...aggregated] = row.slice(historyColumns + 1) as [string | null, ...AggregatedPets];
  if (lastChangedIn === null) return { pets: [], next: position };
  const rows = toRows(aggregated);
  const pets = rows.map(toPet);
  const unreadable = pets.find((pet) => pet instanceof UnreadableRow);
  if (unreadable) return unreadable;
  const next = ChangePosition.restore(history, lastChangedIn, rows.at(-1)!.id);
  return { pets: pets as Exclude<(typeof pets)[number], UnreadableRow>[], next };
}

/** Returns DatabaseUnavailable on a standby: a promotion would end the history. */
function historyOf([system, timeline, table]: readonly [...HistoryColumns, ...unknown[]]): ChangeHistory | Error {
  if (timeline === '') return new DatabaseUnavailable(new Error('the database is a standby'));
  return ChangeHistory.restore({ system, timeline, table });
}
