import type { Socket } from 'node:net';
import type { Instance } from '../support/client.ts';
/** Sends each of the requests once on a new connection. @returns descriptions of the unexpected responses */
export declare function sendHostileRequests(service: Instance, key: string): Promise<string[]>;
/** Requests that need no key and leave the connection open, by name. */
export declare const requestsWithoutKey: Readonly<Record<string, string>>;
/** The same, but the service closes the connection. */
export declare const closingRequestsWithoutKey: Readonly<Record<string, string>>;
/** Sends the bytes on one connection after another until `count` requests were sent, and requires a response to each. */
export declare function sendSeries(service: Instance, bytes: string, each: number, count: number): Promise<void>;
/** Waits for the first chunk. @returns its status; NaN if it is not a response; undefined if the connection was closed first */
export declare function firstStatus(socket: Socket): Promise<number | undefined>;
/** Returns a key with a correct checksum that was never issued. The service needs a query to refuse it. */
export declare function unknownKey(): string;
//# sourceMappingURL=hostile-requests.d.ts.map