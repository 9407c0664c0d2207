import { answersLost } from './answers-lost.ts';
import { backendsTerminated } from './backends-terminated.ts';
import { clientsVanish } from './clients-vanish.ts';
import { clocksApart } from './clocks-apart.ts';
import { connectionsDead } from './connections-dead.ts';
import { databaseKilled, databaseRestarted } from './database-ended.ts';
import { databaseHung } from './database-hung.ts';
import { databaseStalls } from './database-stalls.ts';
import { diskFull } from './disk-full.ts';
import { drains } from './drains.ts';
import { exclusiveOrders } from './exclusive-orders.ts';
import { failover } from './failover.ts';
import { hostileConnections } from './hostile-connections.ts';
import { keysRevokedLate } from './keys-revoked-late.ts';
import { keysRevoked } from './keys-revoked.ts';
import { logFull, logReaderGone, logUnread, logUnreadSocket } from './log-outages.ts';
import { longListsAtOnce } from './long-lists.ts';
import { mirror } from './mirror.ts';
import { overload } from './overload.ts';
import { pipelinedThenGone } from './pipelined-then-gone.ts';
import { poolExhausted } from './pool-exhausted.ts';
import { replays } from './replays.ts';
import { requestsWithoutKey } from './requests-without-key.ts';
import type { Row } from './row.ts';
import { serviceKilled } from './service-killed.ts';
import { slowAndIdle } from './slow-and-idle.ts';
import { tenAtOnce } from './ten-at-once.ts';
import { unknownKeys } from './unknown-keys.ts';
import { unreadResponses } from './unread-responses.ts';

export const rows: readonly Row[] = [
  serviceKilled,
  databaseKilled,
  databaseRestarted,
  databaseHung,
  databaseStalls,
  backendsTerminated,
  connectionsDead,
  answersLost,
  longListsAtOnce,
  poolExhausted,
  diskFull,
  failover,
  mirror,
  tenAtOnce,
  drains,
  slowAndIdle,
  clientsVanish,
  pipelinedThenGone,
  unreadResponses,
  requestsWithoutKey,
  hostileConnections,
  unknownKeys,
  clocksApart,
  replays,
  exclusiveOrders,
  overload,
  keysRevoked,
  keysRevokedLate,
  logFull,
  logUnread,
  logUnreadSocket,
  logReaderGone,
];
