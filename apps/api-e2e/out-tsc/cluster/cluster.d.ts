import { type Processes } from '../support/processes.ts';
import { Host } from './host.ts';
/** Three hosts with PostgreSQL, Patroni, etcd and PgBouncer, two with the service, and one with HAProxy, as `deploy/cluster` describes them. */
export declare class Cluster {
    private readonly processes;
    readonly address: string;
    readonly databases: readonly Host[];
    readonly proxy: Host;
    private readonly services;
    private constructor();
    /** Starts all hosts, and waits until the cluster is complete. @param name folder of the programs' output in `reports/cluster` */
    static start(processes: Processes, name: string): Promise<Cluster>;
    /** Issues an API key. */
    issueKey(): Promise<string>;
    /** Waits until exactly one host is the leader for HAProxy. */
    leader(): Promise<Host>;
    /** Makes the synchronous standby the leader, as `patronictl switchover` does. */
    switchOver(): Promise<void>;
    /** Waits until all programs work, and both standbys follow the leader, one of them synchronously. */
    complete(): Promise<void>;
    private databasesComplete;
    /** Runs the `petstore` command without PgBouncer, as the operator does. */
    private petstore;
}
/** Tells on standard error what happens. */
export declare function progress(step: string): void;
/** Returns a setting of patroni.yml, such as `ttl`, in seconds. */
export declare function patroniSeconds(name: string): number;
//# sourceMappingURL=cluster.d.ts.map