import { setTimeout as delay } from 'node:timers/promises';
import { Client, listPets, readPage } from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/** Lists of 100 pets that one client requests at the same time, each with another cursor. */
const longLists = 255;
/** Number of pets: enough for these lists without an overlap. */
const pets = 26_000;

/** For one of this many pets, PostgreSQL sleeps a millisecond, so that the database is the bottleneck, not this machine. */
const slowInterval = 5;

export const longListsAtOnce: Row = {
  name: 'long-lists',
  fault: '255 lists of 100 at once on a slow table, and a list of 1 by another client: the latter always succeeds',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const [longListKey, shortListKey] = [
        await environment.issueKey('long lists'),
        await environment.issueKey('short list'),
      ];
      const { address } = await environment.start();
      const cursors = await fill(environment, address, longListKey);
      const clients = cursors.map(() => new Client(address, longListKey));
      const shortListClient = new Client(address, shortListKey);
      const send = async () => {
        const longResponses = clients.map((client, index) =>
          client.send(listPets({ limit: 100, cursor: cursors[index]! })),
        );
        return { short: await shortListClient.send(listPets({ limit: 1 })), long: await Promise.all(longResponses) };
      };
      // Opens all connections and verifies both keys.
      await send();
      await slowDown(environment);
      let [longest, refused, requests] = [0, 0, 0];
      for (let round = 0; round < run.rounds(4); round++) {
        const { short, long } = await send();
        requests += long.length + 1;
        run.require(short.status === 200, `the list of 1 got ${short.status} ${short.code}`);
        longest = Math.max(longest, short.milliseconds);
        refused += long.filter(({ status }) => status !== 200).length;
        await delay(1_000);
      }
      run.note(`the list of 1 took up to ${Math.round(longest)} ms; ${refused} of the long lists were refused`);
      for (const client of [...clients, shortListClient]) client.close();
      return { requests, longest };
    }),
};

/** Inserts the pets. @returns a cursor for each of the long lists */
async function fill({ postgres }: Environment, address: () => string, key: string): Promise<string[]> {
  await postgres.query(
    `INSERT INTO pets (name, category_id, status) SELECT 'pet ' || n, n, 'sold' FROM generate_series(1, ${pets}) n`,
  );
  await postgres.query('ANALYZE pets');
  const client = new Client(address, key);
  const cursors: string[] = [];
  for (let path = listPets({ limit: 100 }).path; cursors.length < longLists;) {
    path = (await readPage(client, path)).next!;
    cursors.push(new URL(path, address()).searchParams.get('cursor')!);
  }
  client.close();
  return cursors;
}

/** Replaces the table by a view that sleeps while it is read. */
async function slowDown({ postgres }: Environment): Promise<void> {
  await postgres.query('ALTER TABLE pets RENAME TO fast_pets');
  await postgres.query(
    `CREATE VIEW pets AS SELECT * FROM fast_pets WHERE id % ${slowInterval} <> 0 OR pg_sleep(0.001) IS NOT NULL`,
  );
}
