/** Returns a `fetch` that throws instead of returning each of the first `count` responses. The service has executed the requests. */
export declare function fetchLosing(count: number): typeof globalThis.fetch;
//# sourceMappingURL=fetch-losing.d.ts.map