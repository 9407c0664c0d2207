import { isFailure } from '../driver/load.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

const instances = 10;

export const tenAtOnce: Row = {
  name: 'ten-at-once',
  fault: 'ten instances start together on an empty database: one migrates, all serve',
  run: (trial) =>
    onStage(async (stage) => {
      const started = await Promise.all(
        Array.from({ length: instances }, () => stage.start({ DATABASE_POOL_SIZE: '4' })),
      );
      const key = await stage.issueKey();
      const [counts] = await stage.postgres.query<{ run: number; names: number }>(
        'SELECT count(*)::int AS run, count(DISTINCT name)::int AS names FROM migrations',
      );
      trial.require(counts!.run === counts!.names, `${counts!.run} migrations were run, ${counts!.names} there are`);
      const targets = started.map(({ address }) => ({ address, key }));
      const load = stage.load(targets, 8 * instances);
      await load.answers(trial.enough);
      await load.end();
      trial.require(
        load.heard.every(({ status }) => status !== 0),
        'requests were not answered',
      );
      trial.note(`${load.heard.filter(isFailure).length} answered 503, by instances that had just started`);
      return trial.figuresOf(load, await stage.judge(targets[0]!), {});
    }),
};
