import { type ChildProcess, type SpawnOptions } from 'node:child_process';
export declare const workspace: string;
/** The processes of one test, and a folder for their files. They get no environment variables of this process. */
export declare class Processes {
    /** PostgreSQL must be able to enter it as another user. */
    readonly directory: string;
    private readonly watchdog;
    private hasEnded;
    constructor();
    /** Starts a program. @throws Error after `end`, so that a test that has timed out starts nothing more */
    spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
    /** Runs a program to its end and returns its standard output. @throws Error with its standard error if it fails */
    output(program: string, args: readonly string[], options?: object): Promise<string>;
    /**
     * Repeats the check until it returns a value other than false, null and undefined. An error counts as undefined.
     * @param pause milliseconds between two checks
     * @param limit milliseconds after which this method throws
     */
    until<T>(check: () => T | Promise<T>, pause?: number, limit?: number): Promise<Exclude<T, false | null | undefined>>;
    /** Kills all processes, waits for their end, and removes the folder. */
    end(): Promise<void>;
    private requireRunning;
}
/** Returns a free port of 127.0.0.1 below those that the system assigns, so that a process can be restarted on it. */
export declare function freePort(): Promise<number>;
//# sourceMappingURL=processes.d.ts.map