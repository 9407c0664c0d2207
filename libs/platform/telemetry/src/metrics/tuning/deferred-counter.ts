import { Counter, type CounterConfiguration } from 'prom-client';

type Label = string | number;

/** What has been counted of one choice of labels, or the choices that go on from here. */
interface Node {
  count: number;
  readonly next: Map<Label, Node>;
}

/**
 * A Counter that is told only when it is asked: prom-client sorts and joins the labels of every single call, which is more
 * than all else that is done to count a request.
 */
export class DeferredCounter<Name extends string> {
  private readonly root = newNode();

  constructor(config: CounterConfiguration<Name>) {
    const tell = (counter: Counter<Name>) => this.tell(counter, config.labelNames ?? []);
    new Counter({
      ...config,
      collect() {
        tell(this);
      },
    });
  }

  /** @param labels values in the order of their names */
  count(...labels: readonly Label[]): void {
    let node = this.root;
    for (const label of labels) {
      let next = node.next.get(label);
      if (!next) node.next.set(label, (next = newNode()));
      node = next;
    }
    node.count += 1;
  }

  private tell(counter: Counter<Name>, names: readonly Name[], node = this.root, labels = {}): void {
    const [name, ...others] = names;
    if (name === undefined) {
      counter.inc(labels, node.count);
      node.count = 0;
    } else for (const [value, next] of node.next) this.tell(counter, others, next, { ...labels, [name]: value });
  }
}

function newNode(): Node {
  return { count: 0, next: new Map() };
}
