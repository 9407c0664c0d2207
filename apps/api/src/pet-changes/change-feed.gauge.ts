import type { PetChanges } from '@petstore/pets-domain';
import type { GaugeDefinition } from '@petstore/http/metrics';

/** Maximum milliseconds for which a scrape waits for the database. */
const readTimeout = 1_000;

/** The gauge of the change feed. It has no value if the database does not respond: other metrics and the log report that. */
export function changeFeedGauge(changes: PetChanges): GaugeDefinition {
  return {
    name: 'petstore_change_feed_delay_seconds',
    help: 'Age of the oldest writing transaction, which delays the change feed. 0 if there is none.',
    read: () => changes.delay(AbortSignal.timeout(readTimeout)).catch(() => undefined),
  };
}
