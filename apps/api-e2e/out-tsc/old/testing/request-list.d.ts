import type { Request } from '@petstore/testing/raw';
/** Requests that a test sends one after another. */
export declare const sequentialRequests: readonly Request[];
/** Requests that a test sends concurrently: every second request of those that create nothing. */
export declare const concurrentReads: Request[];
/**
 * Creates that a test sends concurrently: 20 without an idempotency key, and 30 with 15 keys. Only the ids depend on the order in
 * which the service executes the creates.
 */
export declare const concurrentCreates: readonly Request[];
/** Texts of requests that an HTTP client cannot send. */
export declare function rawRequests(key: string): string[];
//# sourceMappingURL=request-list.d.ts.map