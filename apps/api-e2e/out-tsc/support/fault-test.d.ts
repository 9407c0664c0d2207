import { Client } from './client.ts';
import { Ledger, type Verdict } from './ledger.ts';
import { Load, type LoadOptions } from './load.ts';
import { Postgres } from './postgres.ts';
import { Processes } from './processes.ts';
import { Proxy } from './proxy.ts';
import { type Environment, type Output, Service } from './service.ts';
/** Maximum milliseconds of a response, whatever the database does. */
export declare const longestResponse = 2500;
/** One fault test: what it has started, its ledger, and its line in the table. */
export declare class FaultRun {
    readonly ledger: Ledger;
    readonly processes: Processes;
    private readonly ending;
    private readonly endings;
    private readonly loads;
    private readonly line;
    /** Duration of the soak test. */
    readonly minutes: number;
    /** Returns the number of rounds, multiplied by the scale; at least 1. */
    rounds(count: number): number;
    postgres(settings?: Environment): Promise<Postgres>;
    /** Starts an instance, and waits until it is ready. @param stdout its standard output; without it, a file */
    service({ url }: {
        readonly url: string;
    }, env?: Environment, stdout?: Output): Promise<Service>;
    proxy({ port }: Postgres): Promise<Proxy>;
    /** Starts concurrent clients that record their creates in the ledger. */
    load(options: LoadOptions): Load;
    /** Starts a load and ends it after some responses, because the first requests take longer, also without a fault. */
    warmUp(options: LoadOptions): Promise<void>;
    /** Calls the function at the end of the test, also if it fails: clients must not run on. */
    atEnd(end: () => unknown): void;
    /**
     * Reads all pets through the service, and requires that none is lost, altered, duplicated or contradicts a response, and that no
     * response was one that no fault explains.
     */
    requireNothingLost(client: Client): Promise<Verdict>;
    /** Adds figures to the line of the test in the table: `requests`, `longest` (milliseconds), and notes of any name. */
    show(figures: Readonly<Record<string, unknown>>): void;
    /** Ends all that the test has started, and reports its line. */
    end(): Promise<void>;
    private get observations();
}
/**
 * Declares a fault test.
 * @param bound its fault and what must hold, as the table shows it
 * @param skipReason why it cannot run on this machine
 */
export declare function fault(bound: string, test: (run: FaultRun) => Promise<void>, skipReason?: string): void;
//# sourceMappingURL=fault-test.d.ts.map