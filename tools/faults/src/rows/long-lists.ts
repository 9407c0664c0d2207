import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../driver/client.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';
import type { Stage } from '../stage/stage.ts';

/** Lists of 100 that one client asks for at once, each another page. */
const longLists = 255;
const animals = 26_000;

/** Every so many animals PostgreSQL takes a millisecond to read one, so that it is the narrow place, and not this machine. */
const slowEvery = 5;

export const longListsAtOnce: Row = {
  name: 'long-lists',
  fault: '255 lists of 100 at once on a slow table, and a list of 1 by another client: that one is always answered',
  run: (trial) =>
    onStage(async (stage) => {
      const [greedy, modest] = [await stage.issueKey('greedy'), await stage.issueKey('modest')];
      const { address } = await stage.start();
      const cursors = await fill(stage, address, greedy);
      const clients = cursors.map(() => new Client(address, greedy));
      const other = new Client(address, modest);
      const ask = async () => {
        const burst = clients.map((client, index) =>
          client.send('GET', `/v1/pets?limit=100&cursor=${cursors[index]!}`),
        );
        return { cheap: await other.send('GET', '/v1/pets?limit=1'), long: await Promise.all(burst) };
      };
      // Connects everyone and has both keys verified.
      await ask();
      await slowDown(stage);
      let [longest, refused, requests] = [0, 0, 0];
      for (let round = 0; round < trial.rounds(4); round++) {
        const { cheap, long } = await ask();
        requests += long.length + 1;
        trial.require(cheap.status === 200, `the list of 1 was answered ${cheap.status} ${cheap.code}`);
        longest = Math.max(longest, cheap.milliseconds);
        refused += long.filter(({ status }) => status !== 200).length;
        await delay(1_000);
      }
      trial.note(`the list of 1 took up to ${Math.round(longest)} ms; ${refused} of the long lists were refused`);
      for (const client of [...clients, other]) client.close();
      return { requests, longest };
    }),
};

/** Fills the table. Answers a cursor for each of the long lists. */
async function fill({ postgres }: Stage, address: () => string, key: string): Promise<string[]> {
  await postgres.query(
    `INSERT INTO pets (name, category_id, status) SELECT 'pet ' || n, n, 'sold' FROM generate_series(1, ${animals}) n`,
  );
  await postgres.query('ANALYZE pets');
  const client = new Client(address, key);
  const cursors: string[] = [];
  for (let path = '/v1/pets?limit=100'; cursors.length < longLists;) {
    const { headers } = await client.send('GET', path);
    path = /<([^>]*)>; rel="next"/.exec(String(headers['link']))![1]!;
    cursors.push(/cursor=([^&]*)/.exec(path)![1]!);
  }
  client.close();
  return cursors;
}

/** A view in the table's place: reading waits. */
async function slowDown({ postgres }: Stage): Promise<void> {
  await postgres.query('ALTER TABLE pets RENAME TO quick_pets');
  await postgres.query(
    `CREATE VIEW pets AS SELECT * FROM quick_pets WHERE id % ${slowEvery} <> 0 OR pg_sleep(0.001) IS NOT NULL`,
  );
}
