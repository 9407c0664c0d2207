import { type Answer, type Instance } from './client.ts';
import type { Ledger } from './ledger.ts';
/** Requests of a client. `repeated`: creates with an Idempotency-Key, until they get 201. `refused`: lists with a malformed key. */
type Kind = 'create' | 'repeated' | 'list' | 'get' | 'refused';
/** A response without its body. */
export interface Observation extends Omit<Answer, 'text' | 'headers'> {
    readonly kind: Kind;
}
export interface LoadOptions {
    readonly instances: readonly Instance[];
    readonly key: string;
    readonly clients?: number;
    /** Kinds of the clients, assigned in turn. */
    readonly kinds?: readonly Kind[];
}
/** The service refuses it without a query, because its checksum is wrong. */
export declare const malformedKey: string;
/** Concurrent clients that send requests until `end` or the end of the test. */
export declare class Load {
    private readonly ledger;
    private readonly hasTestEnded;
    readonly observations: Observation[];
    private successCount;
    private isEnding;
    private readonly work;
    constructor(ledger: Ledger, hasTestEnded: AbortSignal, { instances, key, clients, kinds }: LoadOptions);
    /** Waits for this number of further successful responses. */
    successes(count: number): Promise<void>;
    /** Sends no new requests, and waits for all clients. */
    end(): Promise<void>;
    /** Returns the longest response time in milliseconds. */
    get longest(): number;
    /** Returns the milliseconds from a time to the last failure; 0 if nothing has failed since. */
    failedFor(from: number): number;
    private sendRepeatedly;
    /** @returns the status */
    private read;
    /** @returns the status of the last attempt */
    private create;
    private observe;
}
/** Whether there was no response, or a server error. */
export declare function isFailure({ status }: {
    readonly status: number;
}): boolean;
/** Returns each kind of response once, such as `create 503 outcome_unknown`. */
export declare function kindsOf(observations: readonly Observation[]): string[];
/** Returns a percentile of the values by the nearest-rank method. @param fraction such as 0.99 */
export declare function percentile(values: readonly number[], fraction: number): number;
export {};
//# sourceMappingURL=load.d.ts.map