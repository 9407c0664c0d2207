import { backendsTerminated } from './backends-terminated.ts';
import { databaseKilled, databaseRestarted } from './database-ended.ts';
import { databaseHung } from './database-hung.ts';
import { poolExhausted } from './pool-exhausted.ts';
import type { Row } from './row.ts';
import { serviceKilled } from './service-killed.ts';

export const rows: readonly Row[] = [
  serviceKilled,
  databaseKilled,
  databaseRestarted,
  databaseHung,
  backendsTerminated,
  poolExhausted,
];
