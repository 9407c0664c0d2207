import { type Processes } from '../support/processes.ts';
import type { Environment } from '../support/service.ts';
export declare const configuration: string;
/** User and command of each program, as in Debian's units. */
declare const programs: {
    readonly etcd: readonly ["etcd", "etcd"];
    readonly patroni: readonly ["postgres", "patroni", "/etc/patroni/patroni.yml"];
    readonly pgbouncer: readonly ["postgres", "pgbouncer", "/etc/pgbouncer/pgbouncer.ini"];
    readonly haproxy: readonly ["root", "haproxy", "-W", "-f", "/etc/haproxy/haproxy.cfg"];
    readonly service: readonly ["root", string, string];
};
export type Program = keyof typeof programs;
/** A host: namespaces of this machine. Its data survives a power failure, its processes do not. */
export declare class Host {
    private readonly processes;
    readonly name: string;
    readonly address: string;
    private readonly env;
    private readonly starts;
    private readonly log;
    private machine;
    private init;
    private readonly running;
    /**
     * @param env environment of its programs
     * @param starts the programs that it starts when it boots
     * @param log file for the output of all its programs
     */
    constructor(processes: Processes, name: string, address: string, env: Environment, starts: readonly Program[], log: string);
    boot(): Promise<void>;
    /** Ends all processes at once. The network ends before, so that no connection is closed: a power failure. */
    powerOff(): Promise<void>;
    /** Drops all packets from and to the host, or forwards them again. */
    setConnected(isConnected: boolean): Promise<void>;
    start(program: Program): void;
    /** Sends the signal to the program, and waits for its end. */
    end(program: Program, signal: NodeJS.Signals): Promise<void>;
    /** Runs a command to its end and returns its standard output. @throws Error with its standard error if it fails */
    execute(user: string, ...command: string[]): Promise<string>;
    private inside;
    private spawn;
}
export {};
//# sourceMappingURL=host.d.ts.map