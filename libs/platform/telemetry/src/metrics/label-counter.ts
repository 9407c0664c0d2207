import { Counter, type CounterConfiguration } from 'prom-client';
import { DeferredCounter } from './tuning/deferred-counter.ts';

/** Counts by label values. */
export interface LabelCounter {
  /** @param labels values in the order of their names */
  count(...labels: readonly (string | number)[]): void;
}

/** @param tuning whether to pass the counts to prom-client only when metrics are read */
export function createCounter(config: CounterConfiguration<string>, tuning: boolean): LabelCounter {
  if (tuning) return new DeferredCounter(config);
  const counter = new Counter(config);
  const names = config.labelNames ?? [];
  return {
    count: (...labels) => counter.inc(Object.fromEntries(names.map((name, index) => [name, labels[index]!]))),
  };
}
