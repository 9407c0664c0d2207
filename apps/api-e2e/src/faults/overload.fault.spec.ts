import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client } from '../support/client.ts';
import { fault, type FaultRun, longestResponse } from '../support/fault-test.ts';
import type { Pet } from '../support/ledger.ts';
import { longestOf, percentile } from '../support/load.ts';
import type { Service } from '../support/service.ts';

/** Commits do not wait for the disk: its speed changes with the other work of the machine, and no process is killed here. */
const settings = { fsync: 'off' };

/** Milliseconds of a measurement. */
const duration = 8_000;

/** Makes the database sleep for each pet that is inserted, so that the database is the bottleneck and not this machine. */
const slowInserts = (seconds: number) => `
  CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END';
  CREATE TRIGGER slow BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION slow()`;

async function create(run: FaultRun, client: Client, idempotencyKey?: string): Promise<Answer> {
  const newPet = run.ledger.nextPet();
  const answer = await client.post('/v1/pets', newPet, idempotencyKey);
  run.ledger.record(newPet, answer);
  return answer;
}

/** Returns the creates per second of 16 clients that wait for each response. */
async function measurePeak(run: FaultRun, service: Service, key: string): Promise<number> {
  const end = performance.now() + duration;
  let created = 0;
  const sendUntilEnd = async () => {
    const client = new Client(service, key);
    while (performance.now() < end) if ((await create(run, client)).status === 201) created += 1;
    client.close();
  };
  await Promise.all(Array.from({ length: 16 }, sendUntilEnd));
  return (created / duration) * 1_000;
}

/** Sends creates on keep-alive connections without waiting for responses. @param rate requests per second */
async function sendAtRate(run: FaultRun, service: Service, key: string, rate: number): Promise<Answer[]> {
  const free: Client[] = [];
  const send = async () => {
    const client = free.pop() ?? new Client(service, key);
    const answer = await create(run, client);
    free.push(client);
    return answer;
  };
  const sent: Promise<Answer>[] = [];
  const end = performance.now() + duration;
  for (let [last, due] = [performance.now(), 0]; last < end;) {
    while (sent.length < due) sent.push(send());
    await delay(10);
    const now = performance.now();
    // Counts at most 50 ms, so that this process sends no burst after it was delayed.
    due += (Math.min(now - last, 50) / 1_000) * rate;
    last = now;
  }
  return Promise.all(sent);
}

const rex = { name: 'Rex', categoryId: 7 };

const codesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status, code }) => `${status} ${code}`))];

const median = (answers: readonly Answer[]) =>
  percentile(
    answers.map(({ milliseconds }) => milliseconds),
    0.5,
  );

describe('overload', () => {
  fault(
    'creates at 3 times the peak rate of a pool of 2: half of the peak is served, the rest gets 503 within 3 s',
    async (run) => {
      const postgres = await run.postgres(settings);
      const service = await run.service(postgres, { DATABASE_POOL_SIZE: '2' });
      const key = await service.issueKey();
      await postgres.query(slowInserts(0.01));
      await run.warmUp({ instances: [service], key, clients: 8 });
      const before = await measurePeak(run, service, key);
      const started = performance.now();
      const answers = await sendAtRate(run, service, key, 3 * before);
      const peak = (before + (await measurePeak(run, service, key))) / 2;
      const good = answers.filter(({ status, at }) => status === 201 && at <= started + duration).length;
      const goodput = ((good / duration) * 1_000) / peak;
      const arrived = ((answers.length / duration) * 1_000) / peak;
      const longest = longestOf(answers);
      run.show({ requests: answers.length, longest, 'peak per second': peak, arrived, goodput });
      expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
      await run.requireNothingLost(new Client(service, key));
      expect(arrived).toBeGreaterThanOrEqual(2);
      expect(goodput).toBeGreaterThanOrEqual(0.5);
      expect(longest).toBeLessThanOrEqual(3_000);
    },
  );

  fault('255 lists of 100 on a slow table: a list of 1 with another key always gets 200, within 2.5 s', async (run) => {
    const postgres = await run.postgres(settings);
    const service = await run.service(postgres);
    const [long, short] = [await service.issueKey('long'), await service.issueKey('short')];
    await postgres.query(`INSERT INTO pets (name, category_id, status)
      SELECT 'pet ' || n, n, 'sold' FROM generate_series(1, 26000) n`);
    await postgres.query('ANALYZE pets');
    const reader = new Client(service, long);
    const pages = ['/v1/pets?limit=100'];
    while (pages.length < 255) pages.push((await reader.readPage(pages.at(-1)!)).next!);
    const clients = pages.map(() => new Client(service, long));
    const other = new Client(service, short);
    const send = async () => {
      const lists = Promise.all(clients.map((client, index) => client.get(pages[index]!)));
      const answer = await other.get('/v1/pets?limit=1');
      await lists;
      return answer;
    };
    // Opens the connections and verifies the keys.
    await send();
    // For each fifth pet that is read, the database sleeps a millisecond.
    await postgres.query(`ALTER TABLE pets RENAME TO fast_pets;
      CREATE VIEW pets AS SELECT * FROM fast_pets WHERE id % 5 <> 0 OR pg_sleep(0.001) IS NOT NULL`);
    const answers: Answer[] = [];
    for (let round = 0; round < run.rounds(4); round++) answers.push(await send());
    const longest = longestOf(answers);
    run.show({ requests: 256 * answers.length, longest });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(longest).toBeLessThanOrEqual(longestResponse);
  });

  for (const [name, hasKey] of [
    ['creates with an Idempotency-Key', true],
    ['creates without one', false],
  ] as const) {
    fault(`${name} wait in a queue until they are refused with 503: none of them is stored later`, async (run) => {
      const postgres = await run.postgres(settings);
      const service = await run.service(postgres, { DATABASE_POOL_SIZE: '1' });
      const key = await service.issueKey();
      await run.warmUp({ instances: [service], key, clients: 8 });
      // Two or three creates are stored one after the other. The connection is then not free in time for the others.
      await postgres.query(slowInserts(0.67));
      const clients = Array.from({ length: 8 }, () => new Client(service, key));
      const answers: Answer[] = [];
      for (let round = 0; round < run.rounds(5); round++) {
        // Verifies the key, whose check would wait for the connection, too.
        await clients[0]!.get('/v1/pets?limit=1');
        const creates: Promise<Answer>[] = [];
        for (const [number, client] of clients.entries()) {
          creates.push(create(run, client, hasKey ? `${round}-${number}` : undefined));
          // Those of one event-loop iteration would share a statement.
          await delay(20);
        }
        answers.push(...(await Promise.all(creates)));
        // A create that still waited in the queue would be inserted now.
        await delay(4_000);
      }
      const longest = longestOf(answers);
      run.show({ requests: answers.length, longest });
      expect(codesOf(answers)).toEqual(expect.arrayContaining(['201 ', '503 service_unavailable']));
      expect(longest).toBeLessThanOrEqual(longestResponse);
      await run.requireNothingLost(new Client(service, key));
    });
  }

  /** Requests of one key that wait for each other. */
  const contended: Record<string, (client: Client, pet: Pet) => Promise<Answer>> = {
    '300 connections change one animal': (client, { id }) => client.send('PATCH', `/v1/pets/${id}`, '{"name":"Tom"}'),
    '300 connections create with one Idempotency-Key': (client) => client.post('/v1/pets', rex, 'one-key'),
  };
  for (const [attack, send] of Object.entries(contended)) {
    fault(`${attack}: another key sees no failure, and a median of at most 10 times its unloaded one`, async (run) => {
      const service = await run.service(await run.postgres(settings), { BETA: 'on' });
      const [attacker, key] = [await service.issueKey('attacker'), await service.issueKey('other')];
      const other = new Client(service, key);
      const pet = JSON.parse((await other.post('/v1/pets', rex)).text) as Pet;
      /** Gets, lists and creates of the other key, one after another. */
      const sendFor = async (seconds: number): Promise<Answer[]> => {
        const answers: Answer[] = [];
        for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
          answers.push(await other.get(`/v1/pets/${pet.id}`), await other.get('/v1/pets'), await create(run, other));
        }
        return answers;
      };
      const unloaded = await sendFor(3);
      let isEnding = false;
      run.atEnd(() => (isEnding = true));
      let requests = 0;
      const attacks = Array.from({ length: 300 }, async () => {
        const client = new Client(service, attacker);
        // With the pause, the connections occupy locks and not the processor.
        for (; !isEnding; await delay(200), requests++) await send(client, pet);
        client.close();
      });
      await delay(1_000);
      const loaded = await sendFor(run.rounds(10));
      isEnding = true;
      await Promise.all(attacks);
      const longest = longestOf(loaded);
      run.show({ requests, longest, 'median unloaded': median(unloaded), 'median loaded': median(loaded) });
      expect(codesOf(loaded.filter(({ status }) => status >= 400 || status === 0))).toEqual([]);
      expect(median(loaded)).toBeLessThanOrEqual(10 * median(unloaded));
    });
  }
});
