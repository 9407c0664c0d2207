import { eventLogContract } from './event-log.contract.ts';
import { InMemoryEventLog } from './in-memory-event-log.ts';

it.each(Object.entries(eventLogContract))('%s', async (_, verify) => {
  const log = new InMemoryEventLog();
  await verify(log, {
    append: async (event) => log.append(event),
    undo: async (count) => log.undo(count),
  });
});
