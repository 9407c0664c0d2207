import type { Socket } from 'node:net';
import { type Processes } from './processes.ts';
/** Environment variables. */
export type Environment = Readonly<Record<string, string>>;
/** An environment file of the developer could name a database with data. */
export declare const noFile: Environment;
export declare const serviceFile: string;
export declare const commandFile: string;
/** A line of the service's log. */
export interface LogLine {
    readonly msg: string;
    readonly level: string;
    readonly [name: string]: unknown;
}
/** Where the log goes: a file descriptor, or a connected socket. */
export type Output = number | Socket;
/** The built service in a process. It keeps its port over restarts. */
export declare class Service {
    private readonly processes;
    private readonly port;
    private readonly env;
    private readonly output;
    private child;
    private constructor();
    /**
     * Starts the service, and waits until it is ready.
     * @param env must contain DATABASE_URL or DATA_DIR
     * @param stdout its standard output; without it, a file
     */
    static start(processes: Processes, env: Environment, stdout?: Output): Promise<Service>;
    /** Starts the service, and waits only until it listens: its database may be absent. */
    static listen(processes: Processes, env: Environment): Promise<Service>;
    private static create;
    get address(): string;
    get pid(): number;
    /** Starts the service again, and waits until it is ready. @throws Error with its standard error if it exits */
    start(): Promise<void>;
    /** Waits until a GET of the path has status 200. @throws Error with its standard error if the service exits */
    until(path: string): Promise<void>;
    /** Starts the service, and waits for nothing. */
    launch(): void;
    /** Sends the signal, and waits for the exit. @returns exit code; null after SIGKILL */
    end(signal: NodeJS.Signals): Promise<number | null>;
    signal(signal: NodeJS.Signals): void;
    /** The lines of its log, also of earlier starts. Only without another output. */
    get log(): LogLine[];
    /** Waits for a line of the log whose message contains the text. */
    waitForLog(text: string): Promise<LogLine>;
    /** Returns the status of a GET without a key on a new connection; undefined if there is no response. */
    status(path: string): Promise<number | undefined>;
    /** Runs the `petstore` command on the same database. @returns its standard output @throws Error with its standard error */
    petstore(...args: string[]): Promise<string>;
    /** Issues an API key. @param options such as `--expires`, `1s` */
    issueKey(name?: string, ...options: string[]): Promise<string>;
    private get hasExited();
    private get errorFile();
}
//# sourceMappingURL=service.d.ts.map