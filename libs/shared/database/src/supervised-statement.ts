import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { takeConnection } from './pool-connection.ts';
import type { TrackingClient } from './tracking-client.ts';

/** Milliseconds. The longest timer of Node, 24 days. */
const noTimeout = 2_147_483_647;

/** Times of the supervision, in milliseconds. */
export interface SupervisionTimes {
  /** Between two checks. */
  readonly interval: number;
  /** For the answer to a check. */
  readonly answer: number;
  /** After the last answer, the connection counts as dead. */
  readonly deadAfter: number;
}

const defaultTimes: SupervisionTimes = { interval: 1_000, answer: 5_000, deadAfter: 20_000 };

/** A query with its own timeout of the driver, in milliseconds. The types of pg lack this member. */
type LimitedQuery = pg.QueryConfig & { readonly query_timeout: number };

/** State of the server process that executes the statement. */
interface Backend {
  readonly phase: string | null;
  readonly percent: number | null;
  readonly locker: number | null;
  readonly locker_name: string | null;
}

/** The progress of CREATE INDEX, which is the only long statement with a progress view. */
const backendState = `
  SELECT p.phase, nullif(p.current_locker_pid, 0)::int AS locker, l.application_name AS locker_name,
         CASE WHEN p.blocks_total > 0 THEN 100 * p.blocks_done / p.blocks_total
              WHEN p.tuples_total > 0 THEN 100 * p.tuples_done / p.tuples_total END::int AS percent
  FROM pg_stat_activity AS a LEFT JOIN pg_stat_progress_create_index AS p USING (pid)
  LEFT JOIN pg_stat_activity AS l ON l.pid = p.current_locker_pid
  WHERE a.pid = $1`;

/**
 * Executes a statement that may take hours. Neither PostgreSQL nor the driver limits its time. A second connection asks the
 * server every second whether it still executes the statement, so that a dead connection is noticed within half a minute.
 * @param session connection without `statement_timeout`. It is closed if it is dead.
 * @param onProgress gets what the server does, such as `building index: scanning table, 42 %`, after each check; undefined if
 *   PostgreSQL does not report it
 * @throws the error of the statement
 */
export async function executeSupervised(
  dataSource: DataSource,
  session: pg.PoolClient,
  statement: string,
  onProgress: (progress: string | undefined) => void,
  times = defaultTimes,
): Promise<unknown[]> {
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new AbortController();
  const startedAt = performance.now();
  const close = (reason: string) =>
    (session as unknown as TrackingClient).closeUnlessAnsweredSince(startedAt, new Error(reason));
  const supervision = supervise(dataSource, rows[0]!.pid, close, onProgress, times, ended.signal);
  try {
    const query: LimitedQuery = { text: statement, query_timeout: noTimeout };
    return (await session.query(query)).rows as unknown[];
  } finally {
    ended.abort();
    await supervision;
  }
}

async function supervise(
  dataSource: DataSource,
  pid: number,
  close: (reason: string) => void,
  onProgress: (progress: string | undefined) => void,
  { interval, answer, deadAfter }: SupervisionTimes,
  signal: AbortSignal,
): Promise<void> {
  let answeredAt = performance.now();
  const check = async (): Promise<void> => {
    const backend = await readBackend(dataSource, pid, answer);
    answeredAt = performance.now();
    if (signal.aborted) return;
    if (!backend) close('the server process of the statement has ended');
    else onProgress(backend.phase === null ? undefined : describeProgress(backend));
  };
  for (;;) {
    await delay(interval, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await check();
    } catch (error) {
      // An error that the server sends, such as "too many connections", is an answer.
      if (error instanceof pg.DatabaseError) answeredAt = performance.now();
    }
    if (performance.now() - answeredAt > deadAfter) close('the server does not answer');
  }
}

/** @returns undefined if the process has ended */
async function readBackend(dataSource: DataSource, pid: number, timeout: number): Promise<Backend | undefined> {
  const [connection, release] = await takeConnection(dataSource);
  try {
    const query: LimitedQuery = { text: backendState, values: [pid], query_timeout: timeout };
    return (await connection.query<Backend>(query)).rows[0];
  } finally {
    release();
  }
}

function describeProgress({ phase, percent, locker, locker_name: name }: Backend): string {
  const share = percent === null ? '' : `, ${percent} %`;
  const blocker = locker ? `, for the process ${locker}${name ? ` (${name})` : ''}` : '';
  return `${phase}${share}${blocker}`;
}
