import { eventsPersistence, idempotencyPersistence, type Persistence } from '@petstore/database';
import * as contexts from './contexts.ts';
import { LogPresentState1795651200002 } from './log-present-state.ts';

export { contexts };

/** The tables and migrations of the whole database. Pets and store share the idempotency keys and the events. */
export const persistence: readonly Persistence[] = [
  idempotencyPersistence,
  eventsPersistence,
  ...Object.values(contexts),
  { entities: [], migrations: [LogPresentState1795651200002] },
];
