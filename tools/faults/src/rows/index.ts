import { answersLost } from './answers-lost.ts';
import { backendsTerminated } from './backends-terminated.ts';
import { clientsVanish } from './clients-vanish.ts';
import { clocksApart } from './clocks-apart.ts';
import { databaseKilled, databaseRestarted } from './database-ended.ts';
import { databaseHung } from './database-hung.ts';
import { databaseStalls } from './database-stalls.ts';
import { diskFull } from './disk-full.ts';
import { drains } from './drains.ts';
import { failover } from './failover.ts';
import { keysRevoked } from './keys-revoked.ts';
import { longListsAtOnce } from './long-lists.ts';
import { overload } from './overload.ts';
import { poolExhausted } from './pool-exhausted.ts';
import { replays } from './replays.ts';
import type { Row } from './row.ts';
import { serviceKilled } from './service-killed.ts';
import { slowAndIdle } from './slow-and-idle.ts';
import { tenAtOnce } from './ten-at-once.ts';

export const rows: readonly Row[] = [
  serviceKilled,
  databaseKilled,
  databaseRestarted,
  databaseHung,
  databaseStalls,
  backendsTerminated,
  answersLost,
  longListsAtOnce,
  poolExhausted,
  diskFull,
  failover,
  tenAtOnce,
  drains,
  slowAndIdle,
  clientsVanish,
  clocksApart,
  replays,
  overload,
  keysRevoked,
];
