import { Client } from '../support/client.ts';
import { fault } from '../support/fault-test.ts';
import { isFailure, kindsOf } from '../support/load.ts';
import { buildPreviousTree } from '../support/previous-tree.ts';
import { startHaproxy } from '../support/proxies.ts';
import { Service } from '../support/service.ts';
import { workspace } from '../support/workspace.ts';

interface Stored {
  readonly id: number;
}

describe('rolling-update', () => {
  fault(
    '4 instances of the previous release are replaced one by one behind HAProxy, and back: no failed request; keys, idempotency and orders work across',
    async (run) => {
      const previous = await buildPreviousTree(run.processes);
      const postgres = await run.postgres();
      const env = { DATABASE_URL: postgres.url, BETA: 'on' };
      const services: Service[] = [];
      while (services.length < 4) services.push(await Service.start(run.processes, env, undefined, previous));
      const [first, second, third, fourth] = services.map(({ address }) => new URL(address).host);
      const proxy = await startHaproxy(run.processes, services[0]!, {
        [`server app1 ${first} check`]: `server app1 ${first} check\n    server app2 ${second} check`,
        [`server app2 ${first} check`]: `server app3 ${third} check\n    server app4 ${fourth} check`,
        // All clients of the test have one address.
        'sc_http_req_rate(0) gt 1000': 'sc_http_req_rate(0) gt 1000000',
      });
      const key = await services[0]!.issueKey();
      const load = run.load({ instances: [proxy], key });
      await load.successes(300);
      let isEnding = false;
      run.atEnd(() => (isEnding = true));
      let orders = 0;
      // HAProxy can send each step of an order, and the repeat with its key, to another instance.
      const ordering = (async () => {
        const client = new Client(proxy, key);
        const send = async (path: string, body: object, idempotencyKey?: string) => {
          const answer = await client.post(path, body, idempotencyKey);
          if (answer.status >= 300 || answer.status === 0) throw new Error(`${path} ${answer.status} ${answer.code}`);
          return answer;
        };
        while (!isEnding) {
          // The animal is available again after the last step, as the ledger expects.
          const newPet = run.ledger.nextPet('available');
          const created = await send('/v1/pets', newPet);
          const pet = JSON.parse(created.text) as Stored;
          const place = async () => (await send('/v1/store/orders', { petId: pet.id }, `order-${pet.id}`)).text;
          const placed = await place();
          expect(await place()).toBe(placed);
          const { id } = JSON.parse(placed) as Stored;
          for (const step of ['complete', 'return']) await send(`/v1/store/orders/${id}/${step}`, {});
          // Recorded only now, because other clients compare the recorded animals with what they read.
          run.ledger.record(newPet, created);
          orders += 1;
        }
      })();
      // It is awaited only at the end.
      ordering.catch(() => undefined);
      const newPet = run.ledger.nextPet();
      const created = await new Client(services[3]!, key).post('/v1/pets', newPet, 'across');
      run.ledger.record(newPet, created);
      for (const tree of [workspace, previous]) {
        for (const service of services) {
          expect(await service.end('SIGTERM')).toBe(0);
          service.tree = tree;
          await service.start();
          expect((await new Client(service, key).post('/v1/pets', newPet, 'across')).text).toBe(created.text);
          await load.successes(200);
        }
      }
      isEnding = true;
      await ordering;
      await load.end();
      run.show({ orders });
      expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
      await run.requireNothingLost(new Client(services[0]!, key));
    },
  );
});
