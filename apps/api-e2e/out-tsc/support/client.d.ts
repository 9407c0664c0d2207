import { type IncomingHttpHeaders } from 'node:http';
/** Response to a request, or the reason why there is no complete response. */
export interface Answer {
    /** 0 if no complete response was received. */
    readonly status: number;
    /** `code` of the Error body; the system's error code if no complete response was received; otherwise empty. */
    readonly code: string;
    readonly text: string;
    readonly headers: IncomingHttpHeaders;
    /** Time from the request to the end of the response. */
    readonly milliseconds: number;
    /** Time of the end of the response, by `performance.now()`. */
    readonly at: number;
    /** Whether the connection had carried a request before. */
    readonly isReused: boolean;
}
export interface Instance {
    /** `http://host:port`. */
    readonly address: string;
}
/** A client with one keep-alive connection. */
export declare class Client {
    private readonly instance;
    private readonly key;
    private readonly agent;
    constructor(instance: Instance, key: string);
    get(path: string): Promise<Answer>;
    /** Sends a POST with a JSON body. */
    post(path: string, body: object, idempotencyKey?: string): Promise<Answer>;
    /** Sends a request. Does not throw if the connection fails. */
    send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answer>;
    /** Reads a page of a list, again after 503. @throws Error after another response than 200 and 503 */
    readPage<Item>(path: string): Promise<{
        items: Item[];
        next: string | undefined;
    }>;
    /** Reads all pages of a list. @throws Error as `readPage` does */
    readAll<Item>(path: string): Promise<Item[]>;
    close(): void;
}
//# sourceMappingURL=client.d.ts.map