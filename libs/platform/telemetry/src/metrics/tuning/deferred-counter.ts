import { Counter, type CounterConfiguration } from 'prom-client';

type Label = string | number;

/** A node of a tree with one level per label: the count of the label values up to this node, and the nodes of the next label. */
interface Node {
  count: number;
  readonly next: Map<Label, Node>;
}

/** A counter that updates prom-client only when metrics are read, because prom-client sorts and joins the labels in each call. */
export class DeferredCounter<Name extends string> {
  private readonly root = newNode();

  constructor(config: CounterConfiguration<Name>) {
    const flush = (counter: Counter<Name>) => this.flush(counter, config.labelNames ?? []);
    new Counter({
      ...config,
      collect() {
        flush(this);
      },
    });
  }

  /** Adds 1. @param labels label values in the order of `labelNames` */
  count(...labels: readonly Label[]): void {
    let node = this.root;
    for (const label of labels) {
      let next = node.next.get(label);
      if (!next) node.next.set(label, (next = newNode()));
      node = next;
    }
    node.count += 1;
  }

  private flush(counter: Counter<Name>, names: readonly Name[], node = this.root, labels = {}): void {
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
