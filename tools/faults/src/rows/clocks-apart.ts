import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patientLimits } from '@petstore/processes';
import { Client } from '../driver/client.ts';
import { temporaryFolder } from '../stage/folder.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Moves the process's clock, as a wrong one of the machine would: `Date`, and not the clock that counts up. */
const wrongClock = `
const Right = Date;
const offset = Number(process.env.CLOCK_OFFSET);
globalThis.Date = class Date extends Right {
  constructor(...when) { super(...(when.length === 0 ? [Right.now() + offset] : when)); }
  static now() { return Right.now() + offset; }
};`;

const hour = 3_600_000;

export const clocksApart: Row = {
  name: 'clocks-apart',
  fault:
    'two instances whose clocks are an hour ahead and an hour behind: keys and their ends, order and answers agree',
  run: (trial) =>
    onStage(async (stage) => {
      const folder = temporaryFolder();
      const script = join(folder, 'wrong-clock.cjs');
      writeFileSync(script, wrongClock);
      try {
        const env = { ...patientLimits, NODE_OPTIONS: `--require=${script}` };
        const ahead = await stage.start({ ...env, CLOCK_OFFSET: String(hour) });
        const behind = await stage.start({ ...env, CLOCK_OFFSET: String(-hour) });
        const [key, brief, ended] = [
          await stage.issueKey(),
          await stage.issueKey('brief', '--expires', '30m'),
          await stage.issueKey('ended', '--expires', '1s'),
        ];
        while (
          (await stage.postgres.query(`SELECT 1 FROM api_keys WHERE name = 'ended' AND expires_at > now()`)).length > 0
        );
        for (const { address } of [ahead, behind]) {
          for (const [name, secret, expected] of [
            ['brief', brief, 200],
            ['ended', ended, 401],
          ] as const) {
            const client = new Client(address, secret);
            const { status } = await client.send('GET', '/v1/pets');
            client.close();
            trial.require(status === expected, `a key that is ${name} was answered ${status}`);
          }
        }
        const load = stage.load([ahead, behind].map(({ address }) => ({ address, key })));
        await load.answers(3 * trial.enough);
        await load.end();
        trial.require(
          load.heard.every(({ status }) => status !== 0 && status !== 404),
          'animals or answers were missing',
        );
        return trial.figuresOf(load, await stage.judge({ address: behind.address, key }), {});
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
};
