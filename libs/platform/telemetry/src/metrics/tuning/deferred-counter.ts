import { Counter, type CounterConfiguration } from 'prom-client';

type LabelValue = string | number;

/** One value for each label name. */
type LabelValues<Names extends readonly string[]> = { readonly [Index in keyof Names]: LabelValue };

/** prom-client's options of a counter, with the label names as a tuple. */
export type CounterConfig<Names extends readonly string[]> = CounterConfiguration<string> & {
  readonly labelNames: Names;
};

/** A counter with one count for each combination of label values. */
export interface LabelCounter<Names extends readonly string[]> {
  /** Adds 1. @param labels label values in the order of the counter's `labelNames` */
  count(...labels: LabelValues<Names>): void;
}

/**
 * A node of a tree with one level per label. The path to a leaf is one combination of label values. Only leaves have a count.
 */
interface Node {
  count: number;
  readonly next: Map<LabelValue, Node>;
}

/** A counter that updates prom-client only when metrics are read, because prom-client sorts and joins the labels in each call. */
export class DeferredCounter<Names extends readonly string[]> implements LabelCounter<Names> {
  private readonly root = newNode();

  constructor(config: CounterConfig<Names>) {
    const flush = (counter: Counter) => this.flush(counter, config.labelNames);
    new Counter<string>({
      ...config,
      collect() {
        flush(this);
      },
    });
  }

  /** Adds 1. @param labels label values in the order of `labelNames` */
  count(...labels: LabelValues<Names>): void {
    let node = this.root;
    for (const label of labels) {
      let next = node.next.get(label);
      if (!next) node.next.set(label, (next = newNode()));
      node = next;
    }
    node.count += 1;
  }

  private flush(counter: Counter, names: readonly string[], node = this.root, labels = {}): void {
    const [name, ...others] = names;
    if (name === undefined) {
      counter.inc(labels, node.count);
      node.count = 0;
    } else for (const [value, next] of node.next) this.flush(counter, others, next, { ...labels, [name]: value });
  }
}

function newNode(): Node {
  return { count: 0, next: new Map() };
}
