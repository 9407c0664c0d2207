import type { INestApplicationContext } from '@nestjs/common';
import { onPoolWait, poolState } from '@petstore/database';
import { PetChanges } from '@petstore/pets-domain';
import type { GaugeDefinition, MetricsSources } from '@petstore/http/metrics';
import type { DataSource } from 'typeorm';
import type { Config } from './config.ts';
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

/** Maximum milliseconds for which a scrape waits for the database. */
const readTimeout = 1_000;

/** The gauge of the change feed. It has no value if the database does not respond: other metrics and the log report that. */
function changeFeedGauge(changes: PetChanges): GaugeDefinition {
  return {
    name: 'petstore_change_feed_delay_seconds',
    help: 'Age of the oldest writing transaction, which delays the change feed. 0 if there is none.',
    read: () => changes.delay(AbortSignal.timeout(readTimeout)).catch(() => undefined),
  };
}
