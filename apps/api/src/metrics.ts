import type { INestApplicationContext } from '@nestjs/common';
import { onPoolWait, poolState } from '@petstore/database';
import { PetChanges } from '@petstore/pets-domain';
import type { MetricsSources } from '@petstore/http/metrics';
import type { DataSource } from 'typeorm';
import type { Config } from './config.ts';
import { changeFeedGauge } from './pet-changes/change-feed.gauge.ts';
import { getPetDeprecation } from './pets/pets.deprecations.ts';
import { version } from './version.ts';

/**
 * Returns what the metrics of the application show.
 * @param droppedLogLines returns the number of lines that the log has dropped since the start of the process
 */
export function metricsSources(
  app: INestApplicationContext,
  { beta }: Pick<Config, 'beta'>,
  dataSource: DataSource,
  droppedLogLines: () => number,
): MetricsSources {
  return {
    version,
    sunset: getPetDeprecation.sunset,
    pool: { state: () => poolState(dataSource), onWait: onPoolWait },
    gauges: beta ? [changeFeedGauge(app.get(PetChanges, { strict: false }))] : [],
    droppedLogLines,
  };
}
