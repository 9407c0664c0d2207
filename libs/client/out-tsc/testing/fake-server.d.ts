import { PetstoreClient, type PetstoreClientOptions } from '../index.ts';
/** A response, a function that makes one, a network error, or no response until the client aborts the request. */
export type Reaction = Response | (() => Promise<Response>) | Error | 'no response' | 'no body';
/** A fake `fetch` that records the requests. Request n gets reaction n. */
export declare class FakeServer {
    readonly requests: {
        method?: string;
        url: string;
        headers: Headers;
        body?: unknown;
    }[];
    /** The time of each request: milliseconds since the start of the test, on fake timers. */
    readonly times: number[];
    private readonly start;
    private readonly reactions;
    constructor(...reactions: Reaction[]);
    client(options?: Partial<PetstoreClientOptions>): PetstoreClient;
    /** The URLs of the requests, without the base URL. */
    get paths(): string[];
    private readonly fetch;
}
export declare function jsonResponse(status: number, text: string, headers?: Record<string, string>): Response;
export declare function errorResponse(status: number, code: string, headers?: Record<string, string>): Response;
/** Returns the error that Node's fetch throws when the server refuses the connection. */
export declare function connectionRefused(): Error;
/** Returns a page of items that are animals and orders, with a link to the next page if `next` is passed. */
export declare function pageOf(ids: number[], next?: string): Response;
/** Replaces the timers and the jitter of delays in each test of the file. A test fails if it leaves a timer. */
export declare function useFakeTimers(): void;
/** Runs all fake timers until the call settles. @returns its result or its error */
export declare function settle(call: Promise<unknown>): Promise<unknown>;
//# sourceMappingURL=fake-server.d.ts.map