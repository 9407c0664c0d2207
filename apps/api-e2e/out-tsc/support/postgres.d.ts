import pg from 'pg';
import { type Processes } from './processes.ts';
/** A PostgreSQL server that a test can stop, kill and start again on the same port. */
export declare class Postgres {
    private readonly processes;
    private readonly programs;
    readonly data: string;
    readonly port: number;
    private settings;
    private server;
    private constructor();
    /** Creates a server with an empty database, and starts it. */
    static create(processes: Processes, settings: Readonly<Record<string, string>>): Promise<Postgres>;
    get url(): string;
    /** Starts the server, and waits until it accepts connections. */
    start(): Promise<void>;
    /** Sends the signal to every process of the server. */
    signalAll(signal: NodeJS.Signals): void;
    /** Ends the server, and waits for its end. SIGKILL goes to all its processes, other signals to the postmaster only. */
    end(signal: NodeJS.Signals): Promise<void>;
    /** Ends all connections of the service, busy or idle. */
    terminateConnections(): Promise<void>;
    /** Starts a synchronous standby on a copy of the data. The server is restarted, and then commits wait for the standby. */
    startStandby(): Promise<Postgres>;
    /** Makes this standby the primary. */
    promote(): Promise<void>;
    query<Row extends object>(statement: string, values?: unknown[], database?: string): Promise<Row[]>;
    /** Repeats the query until it returns a row. */
    until(query: string): Promise<void>;
    connect(database?: string): Promise<pg.Client>;
}
export declare function urlOf(port: number, database?: string): string;
/** Creates a directory that belongs to the user of the server. */
export declare function createDirectory(path: string): void;
//# sourceMappingURL=postgres.d.ts.map