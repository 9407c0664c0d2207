import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, listPets } from '@petstore/driver';
import { createTemporaryDirectory, relaxedTimeouts, removeTemporaryDirectory } from '@petstore/processes';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/** Shifts the wall clock (`Date`) of a process, as a wrong system time does. The monotonic clock stays as it is. */
const wrongClock = `
const SystemDate = Date;
const offset = Number(process.env.CLOCK_OFFSET);
globalThis.Date = class Date extends SystemDate {
  constructor(...when) { super(...(when.length === 0 ? [SystemDate.now() + offset] : when)); }
  static now() { return SystemDate.now() + offset; }
};`;

const hour = 3_600_000;

export const clocksApart: Row = {
  name: 'clocks-apart',
  fault:
    'two instances whose clocks are an hour ahead and an hour behind: both accept and refuse the same keys, no pet is lost',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const directory = createTemporaryDirectory();
      const script = join(directory, 'wrong-clock.cjs');
      writeFileSync(script, wrongClock);
      try {
        const env = { ...relaxedTimeouts, NODE_OPTIONS: `--require=${script}` };
        const ahead = await environment.start({ ...env, CLOCK_OFFSET: String(hour) });
        const behind = await environment.start({ ...env, CLOCK_OFFSET: String(-hour) });
        const [key, valid, expired] = [
          await environment.issueKey(),
          await environment.issueKey('valid', '--expires', '30m'),
          await environment.issueKey('expired', '--expires', '1s'),
        ];
        await environment.postgres.waitForRow(`SELECT 1 FROM api_keys WHERE name = 'expired' AND expires_at <= now()`);
        for (const { address } of [ahead, behind]) {
          for (const [name, secret, expected] of [
            ['valid', valid, 200],
            ['expired', expired, 401],
          ] as const) {
            const client = new Client(address, secret);
            const { status } = await client.send(listPets());
            client.close();
            run.require(status === expected, `the ${name} key got ${status}`);
          }
        }
        const load = environment.load([ahead, behind].map(({ address }) => ({ address, key })));
        await load.waitForSuccesses(3 * run.successesPerRound);
        await load.end();
        // The load reads only acknowledged pets, so a 404 means that an instance does not find one.
        run.require(
          load.observations.every(({ status }) => status !== 0 && status !== 404),
          'pets or responses were missing',
        );
        return run.figuresOf(load, await environment.verify({ address: behind.address, key }), {});
      } finally {
        removeTemporaryDirectory(directory);
      }
    }),
};
