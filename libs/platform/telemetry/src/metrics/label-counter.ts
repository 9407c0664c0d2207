import { Counter, type CounterConfiguration } from 'prom-client';
import { DeferredCounter } from './tuning/deferred-counter.ts';

/** A counter with one count for each combination of label values. */
export interface LabelCounter {
  /** Adds 1. @param labels label values in the order of the counter's `labelNames` */
  count(...labels: readonly (string | number)[]): void;
}

/** Creates a counter. @param tuning whether to use DeferredCounter, which is faster */
export function createCounter(config: CounterConfiguration<string>, tuning: boolean): LabelCounter {
  if (tuning) return new DeferredCounter(config);
  const counter = new Counter(config);
  const names = config.labelNames ?? [];
  return {
    count: (...labels) => counter.inc(Object.fromEntries(names.map((name, index) => [name, labels[index]!]))),
  };
}
