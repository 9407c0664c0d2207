import type { ServiceProcess } from '@petstore/processes';
/** The services of a test, which share an embedded database. */
export interface EmbeddedServices {
    /** Parent of the data directories of all tests of the file. */
    readonly parentDirectory: string;
    /** Data directory of the database; a new one in each test. */
    directory: string;
    /** Starts a service, which is stopped after the test. */
    start(): Promise<ServiceProcess>;
    /** Reads the API key that the first start has issued. */
    firstKey(): string;
}
/** Gives each test of the file its own embedded database. */
export declare function embeddedServices(): EmbeddedServices;
//# sourceMappingURL=embedded-services.d.ts.map