import { idempotencyPersistence, type Persistence } from '@petstore/database';
import { eventsPersistence } from '@petstore/event-log/typeorm-event-log';
import * as contexts from './contexts.ts';
import { LogPresentState1795824000002 } from './log-present-state.ts';

export { eventTypes, toCloudEvent } from './cloud-event.ts';
export { contexts };

/**
 * The tables and migrations of the whole database. TypeORM runs the migrations in the order of the times at the end of their names, in
 * milliseconds since 1970.
 */
export const persistence: readonly Persistence[] = [
  idempotencyPersistence,
  eventsPersistence,
  ...Object.values(contexts),
  { entities: [], migrations: [LogPresentState1795824000002] },
];
