import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../support/client.ts';
import { fault, longestResponse } from '../support/fault-test.ts';
import { isFailure, kindsOf, malformedKey } from '../support/load.ts';
import type { Service } from '../support/service.ts';

/** Maximum milliseconds for responses that need no database: probes time out after one second. */
const longestProbe = 1_000;

async function probe(service: Service): Promise<{ status: number | undefined; milliseconds: number }> {
  const started = performance.now();
  const status = await service.status('/health/ready');
  return { status, milliseconds: performance.now() - started };
}

describe('database-hung', () => {
  fault('5 × SIGSTOP for 1.2 s under 64 clients: delays, no failure; always ready', async (run) => {
    const postgres = await run.postgres();
    const service = await run.service(postgres);
    const key = await service.issueKey();
    await run.warmUp({ instances: [service], key, clients: 64 });
    // The pool closes idle connections after 10 s. The first stall happens while it opens new ones.
    await delay(10_500);
    const load = run.load({ instances: [service], key, clients: 64 });
    let isEnding = false;
    run.atEnd(() => (isEnding = true));
    const probing = (async () => {
      const probes: Awaited<ReturnType<typeof probe>>[] = [];
      for (; !isEnding; await delay(50)) probes.push(await probe(service));
      return probes;
    })();
    await load.successes(1);
    for (let round = 0; round < run.rounds(5); round++) {
      postgres.signalAll('SIGSTOP');
      await delay(1_200);
      postgres.signalAll('SIGCONT');
      await load.successes(300);
    }
    isEnding = true;
    await load.end();
    expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
    const probes = await probing;
    expect(probes.filter(({ status, milliseconds }) => status !== 200 || milliseconds > longestProbe)).toEqual([]);
    await run.requireNothingLost(new Client(service, key));
  });

  fault(
    'SIGSTOP for 10 s under 64 clients: responses within 2.5 s, refusals without a query within 1 s; recovered within 1 s',
    async (run) => {
      const postgres = await run.postgres();
      const { service, load, client } = await run.startUnderLoad(postgres, 64);
      const unauthenticated = new Client(service, malformedKey);
      const refusals: number[] = [];

      postgres.signalAll('SIGSTOP');
      const from = performance.now();
      while (performance.now() < from + 10_000) {
        // Neither the checksum of a key nor the router needs a connection of the pool.
        const answers = [await unauthenticated.get('/v1/pets'), await client.get('/nowhere')];
        expect(answers.map(({ status }) => status)).toEqual([401, 404]);
        refusals.push(...answers.map(({ milliseconds }) => milliseconds));
        await delay(50);
      }
      expect(await service.status('/health/live')).toBe(200);
      const ready = await probe(service);
      expect(ready.status).toBe(503);
      postgres.signalAll('SIGCONT');
      const to = performance.now();

      await load.successes(300);
      await load.end();
      expect(Math.max(ready.milliseconds, ...refusals)).toBeLessThanOrEqual(longestProbe);
      expect(load.longest).toBeLessThanOrEqual(longestResponse);
      expect(load.failedFor(to)).toBeLessThanOrEqual(1_000);
      const during = load.observations.filter(({ at, kind }) => kind !== 'refused' && at > from + 1_000 && at < to);
      expect(kindsOf(during.filter(({ status }) => status !== 503))).toEqual([]);
      await run.requireNothingLost(client);
      run.show({ 'longest refusal': Math.max(...refusals), recovery: load.failedFor(to) });
    },
  );
});
