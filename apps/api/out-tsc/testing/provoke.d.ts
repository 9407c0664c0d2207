import { type HttpResponse } from '@petstore/testing/raw';
import type { Config } from '../config.ts';
import type { TestApp } from './test-app.ts';
/** Sends the requests that provoke a response, and returns that response. */
export type Provoke<App extends TestApp = TestApp> = (app: App) => Promise<HttpResponse>;
/**
 * The requests that provoke every documented response, by operationId and status. Together the responses of a status have every
 * code and every header that the document lists for it.
 */
export type ProvokedResponses<App extends TestApp = TestApp> = Readonly<Record<string, Readonly<Record<number, readonly Provoke<App>[]>>>>;
/** Settings of a service with everything that adds headers: a rate limit and an allowed origin. */
export declare const provokedSettings: Partial<Config>;
interface Parts {
    /** Added to the path. */
    readonly query?: string;
    readonly key?: string;
    readonly headers?: readonly string[];
    readonly body?: string;
    /** Called when the service has verified the key and asks for the body. Returns the bytes to send. */
    readonly afterContinue?: () => Promise<string>;
}
/** Sends one request of an operation over its own connection and returns the response. */
export type Send = (app: TestApp, parts?: Parts) => Promise<HttpResponse>;
/** An operation with the requests for it. */
export interface Requests {
    /** Method and path. */
    readonly line: string;
    /** Sends a valid request. */
    readonly send: Send;
}
/** @param line method and path */
export declare function requestsOf(line: string): Requests;
/** An operation that reads a JSON body. */
export interface BodyRequests extends Requests {
    readonly body: string;
    /** Sends a request without a body and a content type, unless `parts` has them. */
    readonly sendFrom: Send;
}
/** @param body a valid body */
export declare function bodyRequestsOf(line: string, body: string): BodyRequests;
/** Issues another key, for a test that revokes it. */
export declare function issueKey(app: TestApp): Promise<import("@petstore/access-domain").IssuedKey>;
/** Revokes the key, so that the next verification fails. */
export declare function revokeKey(app: TestApp, { apiKey }: Awaited<ReturnType<typeof issueKey>>): Promise<void>;
/** Provokes the 403 of an operation that writes. */
export declare function withReadOnlyKey({ send }: Requests): Provoke;
/** Fails every method of the repositories. */
export declare function failing({ send }: Requests, failure: Error): Provoke;
/** The requests that provoke the error responses that all operations have, by status. */
export declare function commonResponses(requests: Requests): {
    400: ((app: TestApp) => Promise<HttpResponse>)[];
    401: ((app: TestApp) => Promise<HttpResponse>)[];
    408: ((app: TestApp) => Promise<HttpResponse>)[];
    417: ((app: TestApp) => Promise<HttpResponse>)[];
    429: ((app: TestApp) => Promise<HttpResponse>)[];
    431: ((app: TestApp) => Promise<HttpResponse>)[];
    500: Provoke<TestApp>[];
    503: Provoke<TestApp>[];
};
/** The same for operations that change data. */
export declare function writeResponses(requests: Requests): {
    403: Provoke<TestApp>[];
    503: Provoke<TestApp>[];
    400: ((app: TestApp) => Promise<HttpResponse>)[];
    401: ((app: TestApp) => Promise<HttpResponse>)[];
    408: ((app: TestApp) => Promise<HttpResponse>)[];
    417: ((app: TestApp) => Promise<HttpResponse>)[];
    429: ((app: TestApp) => Promise<HttpResponse>)[];
    431: ((app: TestApp) => Promise<HttpResponse>)[];
    500: Provoke<TestApp>[];
};
/** The same for operations that read a JSON body. */
export declare function bodyResponses(requests: BodyRequests): {
    400: ((app: TestApp) => Promise<HttpResponse>)[];
    401: ((app: TestApp) => Promise<HttpResponse>)[];
    408: ((app: TestApp) => Promise<HttpResponse>)[];
    413: ((app: TestApp) => Promise<HttpResponse>)[];
    415: ((app: TestApp) => Promise<HttpResponse>)[];
    403: Provoke<TestApp>[];
    503: Provoke<TestApp>[];
    417: ((app: TestApp) => Promise<HttpResponse>)[];
    429: ((app: TestApp) => Promise<HttpResponse>)[];
    431: ((app: TestApp) => Promise<HttpResponse>)[];
    500: Provoke<TestApp>[];
};
export {};
//# sourceMappingURL=provoke.d.ts.map