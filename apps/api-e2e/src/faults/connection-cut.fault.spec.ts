import { errorResponse, succeeded, type Replacement } from '@petstore/database/testing';
import { Client } from '../support/client.ts';
import { fault, type FaultRun, longestResponse } from '../support/fault-test.ts';

/** What the service gets instead of the response to a statement that PostgreSQL has committed. Then the connection ends. */
const cuts: readonly Replacement[] = [
  { bytes: errorResponse('PANIC', '58030', 'could not fsync file'), then: 'ended' },
  { bytes: errorResponse('PANIC', '53100', 'no space left on device'), then: 'ended' },
  { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'ended' },
  { bytes: errorResponse('FATALE', '57P01', 'chiusura della connessione'), then: 'ended' },
  // Not a message of the protocol.
  { bytes: Buffer.from('\x01\0\0\0\x08\0\0\0\0'), then: 'ended' },
  { bytes: Buffer.alloc(0), then: 'reset' },
];

/** Starts PostgreSQL, a proxy and an instance that uses it. */
async function start(run: FaultRun, env: Record<string, string> = {}) {
  const proxy = await run.proxy(await run.postgres());
  const service = await run.service(proxy, env);
  return { proxy, service, key: await service.issueKey() };
}

describe('connection-cut', () => {
  fault(
    'after each 10th commit PANIC, FATAL, damaged bytes or a reset: no create is lost, repeated or denied',
    async (run) => {
      const proxy = await run.proxy(await run.postgres());
      const { load, client } = await run.startUnderLoad(proxy, 64);
      let [answers, count] = [0, 0];
      // PostgreSQL reports one create as INSERT, and a batch of creates as SELECT, like a read.
      proxy.replace = (answer) => {
        const isWrite = ['INSERT', 'SELECT', 'COMMIT'].some((tag) => succeeded(answer, tag));
        return isWrite && ++answers % 10 === 0 ? cuts[count++ % cuts.length] : undefined;
      };
      for (let round = 0; round < run.rounds(10); round++) await load.successes(300);
      proxy.replace = () => undefined;
      await load.successes(300);
      await load.end();
      // Some of the creates were cut: their clients do not know that they were stored.
      const { unknownStored } = await run.requireNothingLost(client);
      expect(unknownStored).toBeGreaterThan(0);
      expect(load.longest).toBeLessThanOrEqual(longestResponse);
      run.show({ 'connections cut': count });
    },
  );

  fault(
    'the connection is cut after the COMMIT of an order: outcome_unknown; its repeat gets the one order',
    async (run) => {
      const { proxy, service, key } = await start(run, { BETA: 'on' });
      const client = new Client(service, key);
      const body = JSON.stringify({ name: 'Rex', categoryId: 7 });
      const longest: number[] = [];
      for (const cut of cuts) {
        const { id } = JSON.parse((await client.send('POST', '/v1/pets', body)).text) as { id: number };
        let isCut = false;
        proxy.replace = (answer) => {
          if (isCut || !succeeded(answer, 'COMMIT')) return undefined;
          isCut = true;
          return cut;
        };
        const order = { petId: id, reference: `order ${id}` };
        const placed = await client.post('/v1/store/orders', order, `order-${id}`);
        expect(placed).toMatchObject({ status: 503, code: 'outcome_unknown' });
        const repeated = await client.post('/v1/store/orders', order, `order-${id}`);
        expect(repeated.status).toBe(201);
        expect(await client.readAll(`/v1/store/orders?petId=${id}`)).toEqual([JSON.parse(repeated.text)]);
        longest.push(placed.milliseconds, repeated.milliseconds);
      }
      expect(Math.max(...longest)).toBeLessThanOrEqual(longestResponse);
      run.show({ requests: 4 * cuts.length, longest: Math.max(...longest) });
    },
  );

  fault(
    'all open connections drop packets, new ones work: responses within 2.5 s; no failure later than 5 s',
    async (run) => {
      const { proxy, service, key } = await start(run);
      // These clients open all connections of the pool. Fewer clients do not use all dead connections at the same time.
      await run.warmUp({ instances: [service], key, clients: 128 });
      const load = run.load({ instances: [service], key, clients: 8 });
      await load.successes(30);
      proxy.drop();
      const droppedAt = performance.now();
      await load.successes(300);
      await load.end();
      expect(load.failedFor(droppedAt)).toBeLessThanOrEqual(5_000);
      expect(load.longest).toBeLessThanOrEqual(longestResponse);
      await run.requireNothingLost(new Client(service, key));
    },
  );
});
