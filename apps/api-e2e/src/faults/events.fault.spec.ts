import { setTimeout as delay } from 'node:timers/promises';
import { type Event, type MirrorChange, PetstoreClient, PetstoreError } from '@petstore/client';
import { connect, type PostgresServer } from '@petstore/database/testing';
import { fault, type FaultRun } from '../support/fault-test.ts';
import { idOf, replay, selectTexts, textOf } from '../support/replay.ts';
import { commandFile, noFile, type Service } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

/** Returns a statement that changes animals and appends their events, as the service does. */
const logged = (change: string, type: string) => `WITH pet AS (${change} RETURNING *)
  INSERT INTO event_outbox (type, pet_id, actor, data)
  SELECT '${type}', id, 'operator', json_build_object('pet', json_build_object(
    'name', name, 'categoryId', category_id::text, 'status', status)) FROM pet`;

const insert = logged("INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available')", 'pet.created');
const rename = logged('UPDATE pets SET name = $1 WHERE id = 1', 'pet.updated');

/** Returns rows with the columns `id` and `text` as a map. */
async function readMap(postgres: PostgresServer, statement: string): Promise<Map<string, string>> {
  const rows = await postgres.query<{ id: string; text: string }>(statement);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads the log from its beginning, and requires that it gives exactly the tables. Returns its events. */
async function requireLogGivesTables(client: PetstoreClient, postgres: PostgresServer): Promise<Event[]> {
  const log: Event[] = [];
  const { value: latest } = await client.events.follow().next();
  for await (const { events, cursor } of client.events.follow({ start: 'oldest', limit: 100 })) {
    log.push(...events);
    if (cursor === latest.cursor) break;
  }
  expect(new Set(log.map(idOf)).size).toBe(log.length);
  expect(log.map(({ sequence }) => Number(sequence))).toEqual(log.map((_, index) => index + 1));
  const { pets, orders, misplaced } = replay(log);
  expect(misplaced).toEqual([]);
  const times = `jsonb_build_object('placed_at', ${time('placed_at')}, 'updated_at', ${time('updated_at')})`;
  expect(orders).toEqual(await readMap(postgres, selectTexts('orders', `to_jsonb(orders) || ${times}`)));
  // Every change raises the version, so that a change without an event is found even if a later change undoes it.
  expect(pets).toEqual(await readMap(postgres, selectTexts('pets', 'to_jsonb(pets)')));
  return log;
}

/** Work that continues from what it has stored after its process was killed. */
class Restartable {
  private readonly kills = new AbortController();
  private readonly ended: Promise<void>;

  constructor(private readonly work: (signal: AbortSignal) => Promise<unknown>) {
    this.ended = this.run(this.kills.signal);
  }

  async restart(): Promise<Restartable> {
    await this.end();
    return new Restartable(this.work);
  }

  async end(): Promise<void> {
    this.kills.abort();
    await this.ended;
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.work(signal).catch(() => delay(20));
  }
}

/** A copy of all animals, which the client keeps up to date. */
function mirrorOf(client: PetstoreClient) {
  const mirror = { pets: new Map<string, string>(), isComplete: false, resets: 0, has };
  function has(name: string): boolean {
    return [...mirror.pets.values()].some((text) => text.includes(`,name=${name},`));
  }
  let stored: string | undefined;
  const work = (signal: AbortSignal) => {
    const store = {
      load: async () => stored,
      reset: async () => {
        Object.assign(mirror, { pets: new Map(), isComplete: false, resets: mirror.resets + 1 });
        stored = undefined;
      },
      put: async ({ pets, deleted }: MirrorChange, cursor: string, isComplete: boolean) => {
        // A transaction of a killed process does not happen.
        signal.throwIfAborted();
        for (const pet of pets) mirror.pets.set(String(pet.id), textOf(pet));
        for (const id of deleted) mirror.pets.delete(String(id));
        [stored, mirror.isComplete] = [cursor, isComplete];
      },
    };
    return client.pets.mirror(store, { signal, pollInterval: 100 });
  };
  return { mirror, work };
}

/** All events, as a client gets them that begins again when its cursor is gone. */
function followerOf(client: PetstoreClient) {
  const follower = { events: [] as Event[], resets: 0 };
  let since: string | undefined;
  const work = async (signal: AbortSignal) => {
    try {
      const query = { since, start: 'oldest', limit: 100 } as const;
      for await (const { events, cursor } of client.events.follow(query, { signal, pollInterval: 100 })) {
        follower.events.push(...events);
        since = cursor;
      }
    } catch (error) {
      if ((error as Partial<PetstoreError>).code === 'cursor_gone') {
        Object.assign(follower, { events: [], resets: follower.resets + 1 });
        since = undefined;
      }
    }
  };
  return { follower, work };
}

/**
 * Starts three instances, and returns a client whose requests alternate between them, as behind a load balancer. Each instance sends only
 * one transaction at a time for an animal, so with two instances, never two transactions would wait for the same animal.
 */
async function startStore(run: FaultRun, location: { readonly url: string }) {
  const services: Service[] = [];
  while (services.length < 3) services.push(await run.service(location, { BETA: 'on' }));
  const apiKey = await services[0]!.issueKey();
  let calls = 0;
  const send = (path: string, init: RequestInit) => fetch(services[calls++ % services.length]!.address + path, init);
  const client = new PetstoreClient({
    baseUrl: `${services[0]!.address}/v1`,
    apiKey,
    retries: 0,
    fetch: (input, init = {}) => {
      const { pathname, search } = new URL(String(input));
      const headers = new Headers(init.headers);
      // The client sends an Idempotency-Key with each create. The creates of animals with these names are to have none.
      if (String(init.body).includes('"name":"no key')) headers.delete('Idempotency-Key');
      return send(pathname + search, { ...init, headers });
    },
  });
  return { services, client };
}

/** Starts 16 writers on the last 5 animals, so that they often wait for each other. */
function startWriters(run: FaultRun, { pets, orders }: PetstoreClient, created: bigint[]) {
  const anyId = () => created.at(-1 - Math.floor(Math.random() * 5))!;
  const create = async (name: string, retries: number) => {
    const { id } = await pets.create({ name, categoryId: 2n ** 62n + 1n }, { retries });
    created.push(BigInt(id));
  };
  const progress = { changes: 0, refused: new Map<string, number>(), isEnding: false };
  run.atEnd(() => (progress.isEnding = true));
  const write = async (writer: number) => {
    for (let number = 0; !progress.isEnding; number++) {
      const name = `${writer} ${number}`;
      const adopt = async () =>
        (await orders.complete((await orders.place({ petId: anyId(), reference: name })).id)).id;
      const actions = [
        () => create(`no key ${name}`, 0),
        () => pets.update(anyId(), { name: `renamed ${name}` }),
        async () => orders.cancel((await orders.place({ petId: anyId() })).id),
        () => pets.update(anyId(), { status: 'available' }),
        () => create(`key ${name}`, 9),
        async () => orders.return(await adopt()),
        adopt,
        () => pets.delete(anyId()),
      ];
      await actions[number % actions.length]!().then(
        () => (progress.changes += 1),
        async (error: unknown) => {
          if (!(error instanceof PetstoreError)) throw error;
          const { status, code } = error;
          progress.refused.set(`${status} ${code}`, 1 + (progress.refused.get(`${status} ${code}`) ?? 0));
          await delay(20);
        },
      );
    }
  };
  return { progress, end: Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer))) };
}

/** Copies the rows of all tables, as a dump and its restore do. The embedded package of PostgreSQL has no pg_dump. */
async function restoreDump(from: PostgresServer, to: PostgresServer): Promise<void> {
  const tables = await from.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  await to.query(`TRUNCATE ${tables.map(({ name }) => name).join()}`);
  for (const { name } of tables) {
    const [dump] = await from.query<{ rows: string }>(`SELECT json_agg(${name})::text AS rows FROM ${name}`);
    const values = 'OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset';
    await to.query(`INSERT INTO ${name} ${values}(NULL::${name}, $1)`, [dump!.rows]);
  }
  for (const identity of ["'pets', 'id'", "'orders', 'id'", "'event_outbox', 'serial'"]) {
    const [last] = await from.query<{ id: string }>(`SELECT nextval(pg_get_serial_sequence(${identity})) AS id`);
    await to.query(`SELECT setval(pg_get_serial_sequence(${identity}), ${last!.id})`);
  }
}

const expectGone = (client: PetstoreClient, since: string) =>
  expect(client.events.follow({ since }).next()).rejects.toMatchObject({ status: 410, code: 'cursor_gone' });

describe('events', () => {
  fault(
    'kills, late commits and a failover under 16 writers: the log gives exactly the tables, and the mirror equals them',
    async (run) => {
      const primary = await run.postgres();
      const standby = await primary.startStandby();
      await primary.requireStandby();
      let postgres = primary;
      const proxy = await run.proxy(primary);
      const { services, client } = await startStore(run, proxy);
      const seeds = "SELECT 'seed ' || n, n, 'available' FROM generate_series(1, 2000) n";
      await postgres.query(logged(`INSERT INTO pets (name, category_id, status) ${seeds}`, 'pet.created'));
      // The writers do not change animal 1, which the late transactions lock.
      const created = Array.from({ length: 1_999 }, (_, index) => BigInt(index + 2));
      const { progress, end } = startWriters(run, client, created);
      const { mirror, work: mirrors } = mirrorOf(client);
      const { follower, work: follows } = followerOf(client);
      let clients = [mirrors, follows].map((work) => new Restartable(work));
      const restartClients = async () => (clients = await Promise.all(clients.map((each) => each.restart())));
      run.atEnd(() => Promise.all(clients.map((each) => each.end())));
      const untilSeen = (name: string) =>
        run.processes.until(() => mirror.has(name) && follower.events.some(({ data }) => data.pet?.name === name));

      for (let round = 0; round < run.rounds(6); round++) {
        const service = services[round % services.length]!;
        await service.end('SIGKILL');
        await restartClients();
        await service.start();
        // While the mirror reads the list, it has animals that the log does not show yet.
        await run.processes.until(() => mirror.isComplete);

        // Changes that are committed after later ones must not be skipped, and delay nothing but themselves.
        const late = await connect(postgres.url);
        await late.query('BEGIN; SELECT FROM pets WHERE id = 1 FOR UPDATE');
        await late.query(insert, [`late ${round}`]);
        await late.query(rename, [`late update ${round}`]);
        await postgres.query(insert, [`later ${round}`]);
        await untilSeen(`later ${round}`);
        await restartClients();
        expect([mirror.has(`late ${round}`), mirror.has(`late update ${round}`)]).toEqual([false, false]);
        await late.query('COMMIT');
        await late.end();
        await untilSeen(`late update ${round}`);

        if (round === Math.floor(run.rounds(6) / 2)) {
          await primary.until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
          await primary.end('SIGKILL');
          await standby.promote();
          proxy.redirect(standby.url);
          postgres = standby;
        } else {
          await postgres.end(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
          await postgres.start();
        }
        await restartClients();
        await postgres.query(insert, [`round ${round}`]);
        await untilSeen(`round ${round}`);
      }
      progress.isEnding = true;
      await end;
      // A statement of a killed instance may still run.
      await postgres.until('SELECT 1 WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_xid IS NOT NULL)');
      await postgres.query(insert, ['last']);
      await untilSeen('last');
      await Promise.all(clients.map((each) => each.end()));
      const { changes, refused } = progress;
      const log = await requireLogGivesTables(client, postgres);
      run.show({ changes, refused: [...refused].join(' '), events: log.length });
      const unexpected = [...refused.keys()].filter(
        (text) => !/^(?:0|409|503|404 pet_not_found|400 unknown_pet)\b/.test(text),
      );
      expect(unexpected).toEqual([]);
      expect(follower.events.map(idOf)).toEqual(log.map(idOf));
      // The synchronous standby has every event that a client has read from the primary, so no cursor was gone.
      expect([mirror.resets, follower.resets]).toEqual([1, 0]);
      const wasCreated = new Set(log.map(({ data }) => BigInt(data.pet!.id)));
      expect(created.filter((id) => !wasCreated.has(id))).toEqual([]);
      expect(mirror.pets).toEqual(await readMap(postgres, selectTexts('pets', "to_jsonb(pets) - 'version'")));
    },
  );

  fault(
    'a restore into another cluster, and one of older files: all events are there, new ones follow, cursors of lost ones are gone',
    async (run) => {
      const [postgres, other] = [await run.postgres(), await run.postgres()];
      const proxy = await run.proxy(postgres);
      const { client } = await startStore(run, proxy);
      const created: bigint[] = [];
      for (let number = 0; number < 40; number++)
        created.push(BigInt((await client.pets.create({ name: 'Rex', categoryId: 1 })).id));
      const write = async (changes: number) => {
        const { progress, end } = startWriters(run, client, created);
        await run.processes.until(() => progress.changes > changes);
        progress.isEnding = true;
        await end;
        const { value } = await client.events.follow().next();
        return value.cursor;
      };
      const cursor = await write(300);
      const before = await requireLogGivesTables(client, postgres);

      // An instance creates the schema in the other cluster.
      await (await run.service(other)).end('SIGKILL');
      await restoreDump(postgres, other);
      const older = await postgres.startCopy();
      const later = await write(100);
      for (const restored of [older, other]) {
        proxy.redirect(restored.url);
        await expectGone(client, later);
        await write(100);
        await expectGone(client, later);
        const { value: page } = await client.events.follow({ since: cursor }).next();
        expect(Number(page.events[0]!.sequence)).toBe(before.length + 1);
        const after = await requireLogGivesTables(client, restored);
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after.length).toBeGreaterThan(before.length);
      }
    },
  );

  fault(
    'asynchronous failovers that lose positions and keep their events, under 16 writers: a cursor is right or gone, deliver skips nothing',
    async (run) => {
      let postgres = await run.postgres();
      const proxy = await run.proxy(postgres);
      const { client } = await startStore(run, proxy);
      const created: bigint[] = [];
      for (let number = 0; number < 20; number++)
        created.push(BigInt((await client.pets.create({ name: 'Rex', categoryId: 1 })).id));
      const receiver = new WebhookReceiver();
      await receiver.start();
      run.atEnd(() => receiver.kill());
      run.processes.spawn(process.execPath, [commandFile, 'deliver', receiver.url, '--from', 'oldest'], {
        env: { ...noFile, DATABASE_URL: proxy.url, WEBHOOK_SECRET: receiver.secret },
        stdio: 'ignore',
      });
      const shown = { valid: 0, gone: 0, lost: 0 };
      let since = (await client.events.follow({ start: 'oldest', limit: 1 }).next()).value!.cursor;

      for (let round = 0; round < run.rounds(20); round++) {
        const { length: before } = receiver.arrivals;
        const standby = await postgres.startStandby();
        // While the head is locked, nobody gives positions, so the standby has the events without them.
        const head = await connect(postgres.url);
        await head.query('BEGIN; SELECT FROM event_log_head FOR UPDATE');
        const { progress, end } = startWriters(run, client, created);
        await postgres.until('SELECT 1 WHERE (SELECT count(*) FROM event_outbox) > 20');
        await standby.until('SELECT 1 WHERE (SELECT count(*) FROM event_outbox) > 20');
        await standby.promote();
        await head.query('COMMIT');
        await head.end();

        // A client reads positions that will be lost, and events that the standby does not have.
        const { changes } = progress;
        await run.processes.until(() => progress.changes > changes + 20);
        const read: { readonly cursor: string; readonly ids: string[]; readonly position: number }[] = [];
        for await (const { events, cursor } of client.events.follow({ since, limit: 10 })) {
          if (events.length > 0) {
            read.push({ cursor, ids: events.map(({ id }) => id), position: Number(events.at(-1)!.sequence) });
          }
          if (events.length < 10) break;
        }
        const kept = await standby.query<{ id: string }>('SELECT id FROM events UNION SELECT id FROM event_outbox');
        const isKept = new Set(kept.map(({ id }) => id));
        await run.processes.until(() => receiver.arrivals.slice(before).some(({ event }) => !isKept.has(event.id)));
        const [numbered] = await standby.query<{ count: number }>('SELECT count(*)::int FROM events');
        await postgres.end('SIGKILL');
        const { length } = receiver.arrivals;
        proxy.redirect(standby.url);
        postgres = standby;
        // Other events get the positions of the lost ones.
        const all = '(SELECT count(*) FROM events) + (SELECT count(*) FROM event_outbox)';
        await postgres.until(`SELECT 1 WHERE ${all} > ${read.at(-1)!.position}`);
        progress.isEnding = true;
        await end;

        await run.processes.until(async () => client.events.follow().next());
        const log = await postgres.query<{ id: string }>('SELECT id FROM events ORDER BY position');
        const isInLog = ({ ids, position }: (typeof read)[number]) => log[position - 1]?.id === ids.at(-1);
        const valid = read.filter(isInLog);
        // What was read up to the last valid cursor is the beginning of the log.
        expect(valid).toEqual(read.slice(0, valid.length));
        for (const { ids, position } of valid) {
          expect(log.slice(position - ids.length, position).map(({ id }) => id)).toEqual(ids);
        }
        for (const { cursor } of read.slice(valid.length)) await expectGone(client, cursor);
        shown.valid += valid.filter(({ position }) => position > numbered!.count).length;
        shown.gone += read.length - valid.length;
        // The last one may have no next event yet.
        for (const { cursor } of valid.slice(0, -1)) await client.events.follow({ since: cursor, limit: 1 }).next();
        since = valid.at(-1)!.cursor;
        await run.processes.until(() =>
          receiver.arrivals.slice(length).some(({ event }) => event.id === log.at(-1)!.id),
        );
      }
      const log = await requireLogGivesTables(client, postgres);
      const isInLog = new Set(log.map(({ id }) => id));
      const arrived = [...new Set(receiver.arrivals.map(({ webhookId }) => webhookId))];
      shown.lost = arrived.filter((id) => !isInLog.has(id)).length;
      run.show({ events: log.length, ...shown });
      expect(arrived.filter((id) => isInLog.has(id))).toEqual(log.map(({ id }) => id));
      expect(Object.values(shown).map((count) => count > 0)).toEqual([true, true, true]);
      expect(receiver.violations).toEqual([]);
    },
  );
});
