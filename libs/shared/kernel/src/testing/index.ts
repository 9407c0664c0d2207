// For the contracts and doubles of repositories: checks that need no test framework, unusual values, transactions in memory.
export { eventLogContract, type EventStore } from './event-log.contract.ts';
export { expectSame, rejectionOf } from './expect-same.ts';
export { InMemoryEventLog } from './in-memory-event-log.ts';
export { InMemoryLocks } from './in-memory-locks.ts';
export { InMemoryTransactions } from './in-memory-transactions.ts';
export { unusualTexts } from './unusual-texts.ts';
