import { setTimeout as delay } from 'node:timers/promises';
import { type MirrorChange, PetstoreClient, PetstoreError } from '@petstore/client';
import { connect, type PostgresServer } from '@petstore/database/testing';
import { fault } from '../support/fault-test.ts';

/** Returns a statement that changes animals and appends their events, as the service does. */
const logged = (change: string, type: string) => `WITH pet AS (${change} RETURNING *)
  INSERT INTO events (history, type, pet_id, actor, data)
  SELECT present_history(), '${type}', id, 'operator', json_build_object('pet', json_build_object(
    'id', id::text, 'name', name, 'categoryId', category_id::text, 'status', status)) FROM pet`;

/** Inserts an animal; `late` in a transaction that commits after later ones. */
const insert = logged("INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available')", 'pet.created');

/** A copy of all animals that the client of the event log keeps. */
class Mirror {
  pets = new Map<string, string>();
  /** Whether the copy has had every animal since the last reset. */
  isComplete = false;
  resets = 0;
  private cursor: string | undefined;
  private kill = new AbortController();
  private work: Promise<unknown>;

  constructor(private readonly client: PetstoreClient) {
    this.work = this.run();
  }

  /** Continues from the stored copy, as a mirror does after its process was killed. */
  async restart(): Promise<void> {
    this.kill.abort();
    await this.work;
    this.kill = new AbortController();
    this.work = this.run();
  }

  async end(): Promise<void> {
    this.kill.abort();
    await this.work;
  }

  has(name: string): boolean {
    return [...this.pets.values()].some((text) => text.startsWith(`${name},`));
  }

  private async run(): Promise<void> {
    const { signal } = this.kill;
    const store = {
      load: async () => this.cursor,
      reset: async () => {
        [this.pets, this.cursor, this.isComplete] = [new Map(), undefined, false];
        this.resets += 1;
      },
      put: async ({ pets, deleted }: MirrorChange, cursor: string, isComplete: boolean) => {
        // A transaction of a killed process does not happen.
        signal.throwIfAborted();
        for (const { id, name, categoryId, status } of pets)
          this.pets.set(String(id), `${name},${categoryId},${status}`);
        for (const id of deleted) this.pets.delete(String(id));
        [this.cursor, this.isComplete] = [cursor, isComplete];
      },
    };
    while (!signal.aborted) {
      await this.client.pets.mirror(store, { signal, pollInterval: 100 }).catch(() => delay(20));
    }
  }
}

/** Returns the table in the form of the mirror. */
async function readTable(postgres: PostgresServer): Promise<Map<string, string>> {
  const rows = await postgres.query<{ id: string; text: string }>(
    `SELECT id::text, concat_ws(',', name, category_id, status) AS text FROM pets`,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

describe('mirror', () => {
  fault(
    'kills of service, PostgreSQL and mirror, late commits and a failover under 16 writers: it equals the table',
    async (run) => {
      const primary = await run.postgres();
      const standby = await primary.startStandby();
      await primary.requireStandby();
      let postgres = primary;
      const proxy = await run.proxy(primary);
      const services = [await run.service(proxy, { BETA: 'on' }), await run.service(proxy, { BETA: 'on' })];
      const apiKey = await services[0]!.issueKey();
      let calls = 0;
      // Each request goes to the next instance, as behind a load balancer.
      const client = new PetstoreClient({
        baseUrl: `${services[0]!.address}/v1`,
        apiKey,
        retries: 0,
        fetch: (input, init) => {
          const { pathname, search } = new URL(String(input));
          return fetch(services[calls++ % 2]!.address + pathname + search, init);
        },
      });
      await postgres.query(
        logged(
          "INSERT INTO pets (name, category_id, status) SELECT 'seed ' || n, n, 'sold' FROM generate_series(1, 2000) n",
          'pet.created',
        ),
      );
      // The writers do not change animal 1, which the late transactions lock.
      const ids = Array.from({ length: 1_999 }, (_, index) => BigInt(index + 2));
      const anyId = () => ids[Math.floor(Math.random() * ids.length)]!;
      let isEnding = false;
      run.atEnd(() => (isEnding = true));
      let changes = 0;
      const unexpected = new Set<string>();
      const writing = Array.from({ length: 16 }, async (_, writer) => {
        for (let number = 0; !isEnding; number++) {
          const actions = [
            async () =>
              ids.push(
                BigInt((await client.pets.create({ name: `pet ${writer} ${number}`, categoryId: 2n ** 62n + 1n })).id),
              ),
            () => client.pets.update(anyId(), { name: `renamed ${writer} ${number}` }),
            async () => client.orders.cancel((await client.orders.place({ petId: anyId() })).id),
            () => client.pets.update(anyId(), { status: 'available' }),
          ];
          await actions[number % actions.length]!().then(
            () => (changes += 1),
            async (error: unknown) => {
              if (!(error instanceof PetstoreError)) throw error;
              const { status, code } = error;
              if (![0, 409, 503].includes(status)) unexpected.add(`${status} ${code}`);
              await delay(20);
            },
          );
        }
      });
      const mirror = new Mirror(client);
      run.atEnd(() => mirror.end());
      const untilMirrored = (name: string) => run.processes.until(() => mirror.has(name));

      for (let round = 0; round < run.rounds(6); round++) {
        const service = services[round % 2]!;
        await service.end('SIGKILL');
        await mirror.restart();
        await service.start();
        // While the mirror reads the list, it has animals that the feed does not have yet.
        await run.processes.until(() => mirror.isComplete);

        // A change that is committed after later ones must not be skipped.
        const late = await connect(postgres.url);
        await late.query('BEGIN');
        await late.query(insert, [`late ${round}`]);
        await late.query(logged('UPDATE pets SET name = $1 WHERE id = 1', 'pet.updated'), [`late update ${round}`]);
        await postgres.query(insert, [`later ${round}`]);
        await delay(1_500);
        await mirror.restart();
        expect(mirror.has(`later ${round}`)).toBe(false);
        await late.query('COMMIT');
        await late.end();
        await untilMirrored(`later ${round}`);
        expect([mirror.has(`late ${round}`), mirror.has(`late update ${round}`)]).toEqual([true, true]);

        if (round === Math.floor(run.rounds(6) / 2)) {
          const { resets } = mirror;
          await primary.until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
          await primary.end('SIGKILL');
          await standby.promote();
          proxy.redirect(standby.url);
          postgres = standby;
          // The positions of the former primary are invalid: 410 cursor_gone.
          await run.processes.until(() => mirror.resets > resets);
        } else {
          await postgres.end(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
          await postgres.start();
        }
        await mirror.restart();
        await postgres.query(insert, [`round ${round}`]);
        await untilMirrored(`round ${round}`);
      }
      isEnding = true;
      await Promise.all(writing);
      // A statement of a killed instance may still run.
      await postgres.until('SELECT 1 WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_xid IS NOT NULL)');
      await postgres.query(insert, ['last']);
      await untilMirrored('last');
      await mirror.end();
      const table = await readTable(postgres);
      run.show({ requests: calls, changes, animals: table.size, resets: mirror.resets });
      expect([...unexpected]).toEqual([]);
      expect(mirror.pets).toEqual(table);
    },
  );
});
