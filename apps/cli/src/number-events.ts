import { TypeOrmEventLog } from '@petstore/event-log/typeorm-event-log';
import type { DataSource } from './with-database.ts';

/**
 * Gives a position in the log to the events of a command that has committed many. Otherwise the next reader would have to do that within the
 * time limit of its request. If it fails, the next readers go on, so that it is no failure of the command.
 */
export async function numberEvents(dataSource: DataSource): Promise<void> {
  await new TypeOrmEventLog(dataSource).latest().catch(() => undefined);
}
