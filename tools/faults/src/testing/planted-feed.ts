import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { OpenFeed } from '../rows/mirror.ts';

/** SQL of wrong feeds: what to add to the database, and an expression of a bigint that orders the changes before the id. */
const orders = {
  id: { schema: '', key: '0::bigint' },
  time: {
    schema: `
      ALTER TABLE pets ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
      CREATE FUNCTION set_changed_at() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.changed_at := now(); RETURN NEW; END';
      CREATE TRIGGER set_changed_at BEFORE UPDATE ON pets FOR EACH ROW EXECUTE FUNCTION set_changed_at()`,
    key: `(extract('epoch' FROM changed_at) * 1000000)::bigint`,
  },
};

interface Position {
  readonly timeline: string;
  readonly key: string;
  readonly id: string;
}

/**
 * Starts a server in front of the instances. It answers `GET /v1/pets/changes` with a feed that does not wait for running
 * transactions, and forwards all other requests. A failover makes its cursors invalid, as those of the service.
 */
export function plantedFeed(order: keyof typeof orders): OpenFeed {
  return async (instances, pair) => {
    const { schema, key } = orders[order];
    await pair.current.query(schema);
    const pool = new pg.Pool({ connectionString: pair.url }).on('error', () => undefined);
    const server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://127.0.0.1');
      const answer =
        url.pathname === '/v1/pets/changes'
          ? sendChanges(pool, key, url.searchParams, response)
          : forward(instances[0]!, request, response);
      answer.catch(() => sendError(response, 503, 'service_unavailable'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      addresses: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      isHeldBack: false,
      close() {
        server.close();
        server.closeAllConnections();
        void pool.end();
      },
    };
  };
}

async function sendChanges(pool: pg.Pool, key: string, query: URLSearchParams, response: ServerResponse) {
  const cursor = query.get('cursor');
  const timeline = await readTimeline(pool);
  const position = cursor === null ? undefined : (JSON.parse(cursor) as Position);
  if (position && position.timeline !== timeline) return sendError(response, 410, 'cursor_gone');
  const { pets, next } = position
    ? await readChanges(pool, key, position, query)
    : { pets: [], next: await readPresent(pool, key) };
  const link = `</v1/pets/changes?cursor=${encodeURIComponent(JSON.stringify({ ...next, timeline }))}>; rel="next"`;
  response.writeHead(200, { 'Content-Type': 'application/json', Link: link }).end(`[${pets.join(',')}]`);
}

type Next = Omit<Position, 'timeline'>;

async function readChanges(pool: pg.Pool, key: string, { key: lastKey, id }: Position, query: URLSearchParams) {
  // The JSON is text, because a number of JavaScript cannot be every int64.
  const { rows } = await pool.query<Next & { json: string }>(
    `SELECT ${key} AS key, id, json_build_object('id', id, 'name', name, 'categoryId', category_id, 'status', status)::text AS json
     FROM pets WHERE (${key}, id) > ($1, $2) ORDER BY ${key}, id LIMIT $3`,
    [lastKey, id, query.get('limit') ?? 20],
  );
  const next: Next = rows.at(-1) ?? { key: lastKey, id };
  return { pets: rows.map(({ json }) => json), next: { key: next.key, id: next.id } };
}

async function readPresent(pool: pg.Pool, key: string): Promise<Next> {
  const { rows } = await pool.query<Next>(`SELECT ${key} AS key, id FROM pets ORDER BY ${key} DESC, id DESC LIMIT 1`);
  return rows[0] ?? { key: '0', id: '0' };
}

async function readTimeline(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query('SELECT "left"(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline');
  return (rows[0] as Position).timeline;
}

async function forward(instance: string, { url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = headers;
  const received = await fetch(instance + url, { headers: { authorization } });
  const link = received.headers.get('Link');
  response.writeHead(received.status, { 'Content-Type': 'application/json', ...(link !== null && { Link: link }) });
  response.end(await received.text());
}

function sendError(response: ServerResponse, status: number, code: string): void {
  if (!response.headersSent) response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ code, message: code, status }));
}
