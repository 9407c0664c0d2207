import { setTimeout as delay } from 'node:timers/promises';
import { PetstoreClient } from '@petstore/client';
import { percentile } from '@petstore/driver';
import { relaxedTimeouts } from '@petstore/processes';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

const clientCount = 50;

/** Changes at scale 1, and milliseconds between two of them. */
const changeCount = 600;
const interval = 50;

/** Maximum p99 of the milliseconds from the commit of a change to its arrival at a client. */
const maxLag = 1_500;

export const feedLag: Row = {
  name: 'feed-lag',
  fault: '50 clients wait for changes, 20 animals change each second: 99 % of the changes arrive within 1.5 s',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const apiKey = await environment.issueKey();
      const { address } = await environment.start({ ...relaxedTimeouts, BETA: 'on' });
      const client = new PetstoreClient({ baseUrl: `${address()}/v1`, apiKey });
      const names = Array.from({ length: run.rounds(changeCount) }, (_, number) => `change ${number}`);
      const sentAt = new Map<string, number>();
      const lags: number[] = [];
      const follow = async (since: string) => {
        let arrived = 0;
        for await (const { pets } of client.pets.changes({ since, limit: 100, wait: 30 })) {
          // The time before the commit is known, so that the lag contains the duration of the statement.
          for (const { name } of pets) lags.push(performance.now() - sentAt.get(name)!);
          arrived += pets.length;
          if (arrived === names.length) return;
        }
      };
      const { cursor } = (await client.pets.changes().next()).value;
      const following = Array.from({ length: clientCount }, () => follow(cursor));
      const session = await environment.postgres.connect();
      for (const name of names) {
        sentAt.set(name, performance.now());
        await session.query("INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available')", [name]);
        await delay(interval);
      }
      await session.end();
      await Promise.all(following);
      const [median, p99] = [percentile(lags, 0.5), percentile(lags, 0.99)];
      const longest = Math.max(...lags);
      run.require(p99 <= maxLag, `the p99 of the lag was ${Math.round(p99)} ms`);
      run.note(
        `lag of ${lags.length} changes: median ${Math.round(median)} ms, p99 ${Math.round(p99)} ms, longest ${Math.round(longest)} ms`,
      );
      return {};
    }),
};
