import { Counter } from 'prom-client';
import { DeferredCounter, type CounterConfig, type LabelCounter } from './tuning/deferred-counter.ts';

/** Creates a counter. @param tuning whether to use DeferredCounter, which is faster */
export function createCounter<const Names extends readonly string[]>(
  config: CounterConfig<Names>,
  tuning: boolean,
): LabelCounter<Names> {
  if (tuning) return new DeferredCounter(config);
  const counter = new Counter<string>(config);
  return {
    count: (...labels) =>
      counter.inc(Object.fromEntries(config.labelNames.map((name, index) => [name, labels[index]!]))),
  };
}
