import type { Cluster } from '../cluster/cluster.ts';
import type { Host } from '../hosts/host.ts';

/** What must happen after a fault. Stated before the row runs, and compared with what was observed. */
export interface Expectation {
  /** Whether the leader of PostgreSQL stays the same. */
  readonly leader: 'same' | 'another';
  /** Maximum milliseconds from the fault, from the repair and from each further step to the last failed request. */
  readonly recovery: number;
  /** Whether clients may lose connections. Otherwise they only get 503. */
  readonly connections: 'kept' | 'lost';
  /** Why. */
  readonly reason: string;
}

/** What a row can use. */
export interface Stage {
  readonly cluster: Cluster;
  /** The leader before the fault. */
  readonly leader: Host;
  /** Records that the next step of the row begins now. */
  readonly nextStep: () => void;
}

/** A fault in the cluster, one row of the report. */
export interface ClusterRow {
  readonly name: string;
  readonly fault: string;
  readonly expected: Expectation;
  /** Milliseconds to observe the fault if the leader stays the same. */
  readonly observation?: number;
  readonly cause: (stage: Stage) => Promise<void>;
  /** Ends the fault. */
  readonly repair?: (stage: Stage) => Promise<void>;
}
