import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client } from '../support/client.ts';
import { fault } from '../support/fault-test.ts';
import { isFailure } from '../support/load.ts';
import type { Pet } from '../support/ledger.ts';

interface Order {
  readonly id: number;
  readonly petId: number;
  readonly reference: string;
  readonly status: 'placed' | 'completed' | 'cancelled' | 'returned';
}

/** What may never be in the database: animals with two open orders, and animals whose status does not fit their orders. */
const violations = `
  SELECT pet_id AS pet FROM orders WHERE status = 'placed' GROUP BY pet_id HAVING count(*) > 1
  UNION ALL
  SELECT pets.id FROM pets LEFT JOIN LATERAL (
    SELECT status FROM orders WHERE pet_id = pets.id ORDER BY id DESC LIMIT 1
  ) latest ON true
  WHERE pets.status <> CASE latest.status WHEN 'placed' THEN 'pending' WHEN 'completed' THEN 'sold' ELSE 'available' END`;

describe('one-order', () => {
  fault(
    '50 clients order one animal, 100 times, with kills: one order each time; every acknowledged step is stored',
    async (run) => {
      const postgres = await run.postgres();
      const services = [await run.service(postgres, { BETA: 'on' }), await run.service(postgres, { BETA: 'on' })];
      const key = await services[0]!.issueKey();
      const clients = Array.from({ length: 50 }, (_, index) =>
        [0, 1].map((k) => new Client(services[(index + k) % 2]!, key)),
      );
      let [requests, longest] = [0, 0];

      /** Repeats a request at the other instance while it fails. */
      const settle = async (client: number, send: (client: Client) => Promise<Answer>): Promise<Answer> => {
        for (let attempt = 0; ; attempt++) {
          const answer = await send(clients[client]![attempt % 2]!);
          requests += 1;
          longest = Math.max(longest, answer.milliseconds);
          if (!isFailure(answer)) return answer;
          await delay(50);
        }
      };
      const kills = [
        () => services[0]!.end('SIGKILL').then(() => services[0]!.start()),
        () => postgres.end('SIGKILL').then(() => postgres.start()),
        () => services[1]!.end('SIGKILL').then(() => services[1]!.start()),
        () => postgres.end('SIGKILL').then(() => postgres.start()),
      ];
      let hasEnded = false;
      run.atEnd(() => (hasEnded = true));
      const watching = (async () => {
        const found: unknown[] = [];
        // While PostgreSQL recovers, it accepts no connections.
        for (; !hasEnded; await delay(100)) found.push(...(await postgres.query(violations).catch(() => [])));
        return found;
      })();

      let acknowledged = 0;
      for (let round = 0; round < run.rounds(100); round++) {
        const created = await settle(0, (client) =>
          client.post('/v1/pets', { name: 'Rex', categoryId: round }, `pet-${round}`),
        );
        const pet = JSON.parse(created.text) as Pet;
        // One of ten rounds is disturbed by a kill at a random moment.
        const kill = round % 10 === 9 ? delay(Math.random() * 100).then(kills[Math.floor(round / 10) % 4]) : undefined;
        // Half of the clients repeat one order with its key. The others place a new one each time.
        let attempts = 0;
        const answers = await Promise.all(
          clients.map((_, index) =>
            settle(index, (client) => {
              const reference = index % 2 === 0 ? `${round} ${index}` : `${round} ${index} ${attempts++}`;
              const idempotencyKey = index % 2 === 0 ? reference.replace(' ', '-') : undefined;
              return client.post('/v1/store/orders', { petId: pet.id, reference }, idempotencyKey);
            }),
          ),
        );
        await kill;
        const orders = answers.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text) as Order);
        const refused = answers.filter(({ status }) => status !== 201);
        expect(refused.filter(({ code }) => code !== 'pet_not_available')).toEqual([]);
        const path = `/v1/store/orders?petId=${pet.id}&limit=100`;
        const stored = await new Client(services[round % 2]!, key).readAll<Order>(path);
        // No client knows of the order if the response to it was lost, and the order had no key.
        expect(stored).toHaveLength(1);
        expect(orders.length === 1 || kill !== undefined).toBe(true);
        for (const order of orders) expect(order).toEqual(stored[0]);
        acknowledged += orders.length;

        // Ten clients complete it, ten cancel it: one of both wins.
        const transitions = ['complete', 'cancel'].flatMap((name) => Array.from({ length: 10 }, () => name));
        const changed = await Promise.all(
          transitions.map((name, index) =>
            settle(index, (client) => client.send('POST', `/v1/store/orders/${stored[0]!.id}/${name}`)),
          ),
        );
        const winners = new Set(changed.filter(({ status }) => status === 200).map(({ text }) => text));
        expect(changed.filter(({ status, code }) => status !== 200 && code !== 'invalid_order_transition')).toEqual([]);
        expect([...winners].map((text) => JSON.parse(text))).toEqual(
          await new Client(services[round % 2]!, key).readAll<Order>(path),
        );
      }
      hasEnded = true;
      expect(await watching).toEqual([]);
      expect(await postgres.query(violations)).toEqual([]);
      run.show({ requests, longest, 'orders acknowledged': acknowledged });
    },
  );
});
