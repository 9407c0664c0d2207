import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@petstore/settings';
import type { Client } from 'pg';
import { runAsServerUser } from '../server-user.ts';
import { sequencesOf, tablesOf, type Table } from './database-objects.ts';

/** Receives how many rows of a table were written to the new server. */
export type RowProgress = (table: string, rows: number, total: number) => void;

/** Milliseconds between two calls of RowProgress. */
const progressInterval = 500;

/** Number and hash of the rows of a table. The hash does not depend on their order. */
interface Content {
  readonly rows: string;
  readonly hash: string;
}

/**
 * Copies all rows and sequences into the tables of another database, which it empties first, in one transaction. Triggers do
 * not run. Compares the contents of both before it commits.
 * @param from connection of a superuser, without a transaction
 * @param to connection of a superuser to a server that runs as the same user on the same machine, with the same tables
 * @param watch another connection to that server
 * @param directory absolute path of a directory that only the user of both servers can access, for a file with one table
 * @returns the number of rows
 * @throws OperatorError if the contents differ
 */
export async function copyDatabase(
  from: Client,
  to: Client,
  watch: Client,
  directory: string,
  report: (message: string) => void,
  onRows: RowProgress,
): Promise<number> {
  const tables = await tablesOf(to);
  await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await to.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
  await to.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  let count = 0;
  for (const table of tables) {
    const total = await rowCount(from, table);
    report(`copying ${table.name} (rows: ${total})`);
    const copying = copyTable(from, to, table, join(directory, 'table.copy'));
    await whilePending(copying, async () => onRows(table.name, await copiedRows(watch), total));
    count += total;
  }
  const sequences = await sequencesOf(to);
  for (const name of sequences) await copySequence(from, to, name);
  report('comparing the contents of both databases');
  for (const table of tables) requireEqual(table.name, await contentOf(from, table), await contentOf(to, table));
  for (const name of sequences) requireEqual(name, await stateOf(from, name), await stateOf(to, name));
  await to.query('COMMIT');
  await from.query('COMMIT');
  return count;
}

/** Writes the table to a file and reads it from there. The text format is the same in all major versions. */
async function copyTable(from: Client, to: Client, { name, columns }: Table, file: string): Promise<void> {
  const options = "WITH (FORMAT text, ENCODING 'UTF8')";
  const path = from.escapeLiteral(file);
  try {
    await from.query(`COPY ${name} (${columns}) TO ${path} ${options}`);
    await to.query(`COPY ${name} (${columns}) FROM ${path} ${options}`);
  } finally {
    runAsServerUser('/bin/rm', ['-f', '--', file]);
  }
}

async function copySequence(from: Client, to: Client, name: string): Promise<void> {
  const { last_value: last, is_called: isCalled } = await stateOf(from, name);
  await to.query('SELECT setval($1::regclass, $2::bigint, $3::boolean)', [name, last, isCalled]);
}

async function stateOf(client: Client, sequence: string) {
  const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
    `SELECT last_value::text, is_called FROM ${sequence}`,
  );
  return rows[0]!;
}

async function rowCount(client: Client, { name }: Table): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
  return Number(rows[0]!.count);
}

async function contentOf(client: Client, { name, columns }: Table): Promise<Content> {
  const digest = "sha256(convert_to(content::text, 'UTF8'))";
  const { rows } = await client.query<Content>(
    `SELECT count(*)::text AS rows,
            coalesce(sum(('x' || encode(substr(${digest}, 1, 8), 'hex'))::bit(64)::bigint), 0)::text AS hash
     FROM (SELECT ${columns} FROM ${name}) AS content`,
  );
  return rows[0]!;
}

function requireEqual(name: string, before: object, after: object): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  throw new OperatorError(`the copy of ${name} differs: ${JSON.stringify(before)}, copied ${JSON.stringify(after)}`);
}

/** Rows that the running `COPY … FROM` of the server has read. */
async function copiedRows(watch: Client): Promise<number> {
  const { rows } = await watch.query<{ rows: string | null }>(
    "SELECT max(tuples_processed) AS rows FROM pg_stat_progress_copy WHERE command = 'COPY FROM'",
  );
  return Number(rows[0]?.rows ?? 0);
}

/** Calls `poll` in intervals until the work has ended. @throws what the work throws */
async function whilePending(work: Promise<void>, poll: () => Promise<void>): Promise<void> {
  const ended = new AbortController();
  const polling = (async () => {
    while (!ended.signal.aborted) {
      await delay(progressInterval, undefined, { signal: ended.signal }).catch(() => undefined);
      if (!ended.signal.aborted) await poll().catch(() => undefined);
    }
  })();
  await work.finally(() => ended.abort());
  await polling;
}
