/** Jest's globalSetup: starts the PostgreSQL server of all test files. */
export default function start(): Promise<void>;
/** Jest's globalTeardown. */
export declare function end(): Promise<void>;
//# sourceMappingURL=server-of-run.d.ts.map