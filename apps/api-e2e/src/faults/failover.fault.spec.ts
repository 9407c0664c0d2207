import { setTimeout as delay } from 'node:timers/promises';
import { fault, longestResponse } from '../support/fault-test.ts';
import { kindsOf } from '../support/load.ts';

describe('failover', () => {
  fault(
    'the address moves to a synchronous standby, then it is promoted: refusals until then; nothing is lost; recovered within 1 s',
    async (run) => {
      const primary = await run.postgres();
      const standby = await primary.startStandby();
      await primary.requireStandby();
      const proxy = await run.proxy(primary);
      const { service, load, client } = await run.startUnderLoad(proxy);

      await primary.end('SIGKILL');
      proxy.redirect(standby.url);
      const movedAt = performance.now();
      await delay(2_000);
      expect(await service.status('/health/ready')).toBe(503);
      const promotedAt = performance.now();
      await standby.promote();
      const readyAt = performance.now();

      await load.successes(300);
      await load.end();
      // A read from the standby could be older than what was acknowledged. Requests of the kind `refused` never need the database.
      const withoutPrimary = load.observations.filter(
        ({ kind, at, milliseconds }) => kind !== 'refused' && at - milliseconds > movedAt && at < promotedAt,
      );
      expect(kindsOf(withoutPrimary.filter(({ status }) => status !== 503))).toEqual([]);
      expect(load.longest).toBeLessThanOrEqual(longestResponse);
      expect(load.failedFor(readyAt)).toBeLessThanOrEqual(1_000);
      run.show({ 'promotion, ms': readyAt - promotedAt, 'refused meanwhile': withoutPrimary.length });
      await run.requireNothingLost(client);
    },
  );

  fault(
    'open connections lead to a former primary (SQLSTATE 25006), new ones to the primary: nothing is lost; recovered within 1 s',
    async (run) => {
      const proxy = await run.proxy(await run.postgres());
      const { load, client } = await run.startUnderLoad(proxy);
      for (let round = 0; round < run.rounds(5); round++) {
        const demotedAt = performance.now();
        proxy.demote();
        await load.successes(300);
        expect(load.failedFor(demotedAt)).toBeLessThanOrEqual(1_000);
      }
      await load.end();
      expect(load.longest).toBeLessThanOrEqual(longestResponse);
      await run.requireNothingLost(client);
    },
  );
});
