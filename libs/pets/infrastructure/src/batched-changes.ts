import {
  batcher,
  DatabaseUnavailable,
  executeBatchOrFailAll,
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
 * Returns a function that reads pages of the feed. Calls of one event-loop iteration with the same position and limit share a
 * statement. Each other page has its own statement, so that a page that takes long fails alone: a client may send any positions,
 * and names can be long.
 */
export function batchedChanges(
  dataSource: DataSource,
): (request: ChangesRequest, deadline: Deadline) => Promise<PetChangesPage> {
  return batcher((batch: readonly PendingCall<ChangesRequest, PetChangesPage>[]) => {
    const callsByPage = new Map<string, PendingCall<ChangesRequest, PetChangesPage>[]>();
    for (const call of batch) {
      const { position, limit } = call.input;
      const page = `${position.text} ${limit}`;
      const calls = callsByPage.get(page);
      if (calls) calls.push(call);
      else callsByPage.set(page, [call]);
    }
    for (const calls of callsByPage.values()) void executeBatchOrFailAll(dataSource, readChanges, calls);
  });
}

/** Returns a function that reads the present. Calls of one event-loop iteration share a statement. */
export function batchedPresent(
  dataSource: DataSource,
): (input: undefined, deadline: Deadline) => Promise<ChangePosition> {
  return batcher((calls: readonly PendingCall<undefined, ChangePosition>[]) => {
    void executeBatchOrFailAll(dataSource, readPresent, calls);
  });
}

const readChanges: BatchStatement<ChangesRequest, PetChangesPage, ChangesRow> = {
  statement: changesAfter,
  effect: 'read',
  parametersOf: ([request]) => [request!.position.changedIn, request!.position.petId, request!.limit],
  resultsOf([row], requests) {
    const page = resultOf(row!, requests[0]!.position);
    return requests.map(() => page);
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

function resultOf(row: ChangesRow, position: ChangePosition): PetChangesPage | Error {
  const history = historyOf(row);
  if (history instanceof Error) return history;
  // A copy of the data files has the same history. Its transaction ids restart, so that the position can be ahead of them.
  const isAhead = BigInt(position.changedIn) >= BigInt(row[historyColumns - 1]!);
  if (isAhead || !position.history.equals(history)) return new CursorGone();
  const [lastChangedIn, ...aggregated] = row.slice(historyColumns) as [string | null, ...AggregatedPets];
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
