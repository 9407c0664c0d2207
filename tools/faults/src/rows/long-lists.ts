import { setTimeout as delay } from 'node:timers/promises';
import { Client, listPets, readPage } from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/** Lists of 100 that one client requests at once, each with another cursor. */
const longLists = 255;
const pets = 26_000;

/** PostgreSQL takes a millisecond to read one of this many pets, so that the database is the bottleneck, not this machine. */
const slowInterval = 5;

export const longListsAtOnce: Row = {
  name: 'long-lists',
  fault: '255 lists of 100 at once on a slow table, and a list of 1 by another client: the latter always succeeds',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const [greedy, modest] = [await environment.issueKey('greedy'), await environment.issueKey('modest')];
      const { address } = await environment.start();
      const cursors = await fill(environment, address, greedy);
      const clients = cursors.map(() => new Client(address, greedy));
      const other = new Client(address, modest);
      const send = async () => {
        const burst = clients.map((client, index) => client.send(listPets({ limit: 100, cursor: cursors[index]! })));
        return { cheap: await other.send(listPets({ limit: 1 })), long: await Promise.all(burst) };
      };
      // Opens all connections and verifies both keys.
      await send();
      await slowDown(environment);
      let [longest, refused, requests] = [0, 0, 0];
      for (let round = 0; round < run.rounds(4); round++) {
        const { cheap, long } = await send();
        requests += long.length + 1;
        run.require(cheap.status === 200, `the list of 1 got ${cheap.status} ${cheap.code}`);
        longest = Math.max(longest, cheap.milliseconds);
        refused += long.filter(({ status }) => status !== 200).length;
        await delay(1_000);
      }
      run.note(`the list of 1 took up to ${Math.round(longest)} ms; ${refused} of the long lists were refused`);
      for (const client of [...clients, other]) client.close();
      return { requests, longest };
    }),
};

/** Fills the table. @returns a cursor for each of the long lists */
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
