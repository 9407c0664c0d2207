import pg from 'pg';
import { Processes } from './processes.ts';
import { type Environment, Service } from './service.ts';
/** What the tests of the current file have started. It ends after the last of them. */
export declare const processes: Processes;
/** The end of a program. */
export interface Result {
    /** Null if a signal ended it. */
    readonly exitCode: number | null;
    readonly stdout: string;
    readonly stderr: string;
}
/** A program that runs. `result` is fulfilled at its end. */
export interface Running {
    readonly result: Promise<Result>;
    kill(signal: NodeJS.Signals): void;
}
/** Starts the service, and waits until it is ready. @param stdout file descriptor of its standard output */
export declare function startService(env: Environment, stdout?: number): Promise<Service>;
/** Starts the service, and waits until it listens. */
export declare function listenService(env: Environment): Promise<Service>;
/** Runs the service until it exits. */
export declare function runService(env: Environment, ...args: string[]): Promise<Result>;
/** Runs the `petstore` command. */
export declare function petstore(env: Environment, ...args: string[]): Promise<Result>;
/** Starts the `petstore` command. @param onError called with each chunk of its standard error, where it shows its progress */
export declare function startPetstore(env: Environment, args: string[], onError?: (chunk: string) => void): Running;
/** Issues an API key. */
export declare function issueKey(env: Environment, name?: string, ...options: string[]): Promise<string>;
/** Runs a program in the folder of the test file. */
export declare function runProgram(program: string, args: readonly string[], env: Environment, onError?: (chunk: string) => void): Running;
/** A new empty database on the server of the test run. */
export declare class Database {
    readonly url: string;
    readonly name: string;
    private constructor();
    /** @param name of a database that exists, or that a test creates later */
    static named(name: string): Database;
    static create(options?: string): Promise<Database>;
    /** Setting of the service and of the command that use this database. */
    get location(): {
        readonly DATABASE_URL: string;
    };
    query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
    connect(): Promise<pg.Client>;
    /** Executes the statement in a transaction, and leaves it open. @returns the connection, which must end it */
    begin(statement: string): Promise<pg.Client>;
    /** Waits until this many statements wait for a lock. */
    untilBlocked(count?: number): Promise<void>;
    /** Names of the stored animals, in the order of their ids. */
    petNames(): Promise<string[]>;
}
//# sourceMappingURL=test-file.d.ts.map