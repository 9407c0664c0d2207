import { Counter, type CounterConfiguration } from 'prom-client';
import { DeferredCounter } from './tuning/deferred-counter.ts';

export type LabelValue = string | number;

/** One value for each label name. */
export type LabelValues<Names extends readonly string[]> = { readonly [Index in keyof Names]: LabelValue };

/** prom-client's options of a counter, with the label names as a tuple. */
export type CounterConfig<Names extends readonly string[]> = CounterConfiguration<string> & {
  readonly labelNames: Names;
};

/** A counter with one count for each combination of label values. */
export interface LabelCounter<Names extends readonly string[]> {
  /** Adds 1. @param labels label values in the order of the counter's `labelNames` */
  count(...labels: LabelValues<Names>): void;
}

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
