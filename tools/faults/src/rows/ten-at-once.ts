import { isFailure } from '@petstore/driver';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

const instances = 10;

export const tenAtOnce: Row = {
  name: 'ten-at-once',
  fault: 'ten instances start together on an empty database: one runs the migrations, all serve',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const started = await Promise.all(
        Array.from({ length: instances }, () => environment.start({ DATABASE_POOL_SIZE: '4' })),
      );
      const key = await environment.issueKey();
      const [migrations] = await environment.postgres.query<{ run: number; names: number }>(
        'SELECT count(*)::int AS run, count(DISTINCT name)::int AS names FROM migrations',
      );
      run.require(
        migrations!.run === migrations!.names,
        `${migrations!.run} migrations were run, but there are ${migrations!.names}`,
      );
      const targets = started.map(({ address }) => ({ address, key }));
      const load = environment.load(targets, 8 * instances);
      await load.waitForSuccesses(run.successesPerRound);
      await load.end();
      run.require(
        load.observations.every(({ status }) => status !== 0),
        'requests got no response',
      );
      run.note(
        `${load.observations.filter(isFailure).length} responses were 503, from instances that had just started`,
      );
      return run.figuresOf(load, await environment.verify(targets[0]!), {});
    }),
};
