import type { Socket } from 'node:net';
import { IssueKey, RevokeKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable, OutcomeUnknown } from '@petstore/database';
import { maxBodyBytes } from '@petstore/http/request-body';
import { exchange, parseResponse, requestText, type HttpResponse } from '@petstore/testing/raw';
import type { Config } from '../config.ts';
import { createFakeRepositories } from './fake-repositories.ts';
import type { TestApp } from './test-app.ts';

/** Sends the requests that provoke a response, and returns that response. */
export type Provoke<App extends TestApp = TestApp> = (app: App) => Promise<HttpResponse>;

/**
 * The requests that provoke every documented response, by operationId and status. Together the responses of a status have every
 * code and every header that the document lists for it.
 */
export type ProvokedResponses<App extends TestApp = TestApp> = Readonly<
  Record<string, Readonly<Record<number, readonly Provoke<App>[]>>>
>;

const origin = 'https://shop.example';

/** Requests per minute that the service allows in these tests. */
const allowedRequests = 2;

/** Settings of a service with everything that adds headers: a rate limit and an allowed origin. */
export const provokedSettings: Partial<Config> = {
  rateLimit: { requests: allowedRequests, seconds: 60 },
  corsOrigins: [origin],
};

const continueHead = 'HTTP/1.1 100 Continue\r\n\r\n';

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
export function requestsOf(line: string): Requests {
  const send: Send = async (app, { query = '', key = app.key, headers = [], body, afterContinue } = {}) => {
    const all = ['Host: pets', `Origin: ${origin}`, 'Connection: close', ...headers];
    const authorization = key === '' ? [] : [`Authorization: Bearer ${key}`];
    const bytes = requestText(`${line}${query} HTTP/1.1`, [...all, ...authorization], body);
    const received = await exchange(app.port, bytes, afterContinue);
    return parseResponse(received.replace(continueHead, ''));
  };
  return { line, send };
}

/** An operation that reads a JSON body. */
export interface BodyRequests extends Requests {
  readonly body: string;
  /** Sends a request without a body and a content type, unless `parts` has them. */
  readonly sendFrom: Send;
}

/** @param body a valid body */
export function bodyRequestsOf(line: string, body: string): BodyRequests {
  const { send: sendFrom } = requestsOf(line);
  const send: Send = (app, parts = {}) => sendFrom(app, { body, ...parts, headers: [json, ...(parts.headers ?? [])] });
  return { line, body, send, sendFrom };
}

const json = 'Content-Type: application/json';

/** Sends the head. The service verifies the key before it asks for the body. */
function sendLate(
  app: TestApp,
  { body, sendFrom }: BodyRequests,
  afterContinue: () => Promise<string>,
  { key = app.key, framing = `Content-Length: ${body.length}` } = {},
): Promise<HttpResponse> {
  return sendFrom(app, { key, headers: [json, 'Expect: 100-continue', framing], afterContinue });
}

/** Emits Node's error for a request that is not complete in time. Waiting for it would take 30 s. */
function timeOut({ server }: TestApp, socket: Socket): void {
  server.emit('clientError', Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

function serverSocket({ server }: TestApp): Promise<Socket> {
  return new Promise((resolve) => server.once('connection', resolve));
}

/** Sends an incomplete head of a request. */
async function incompleteHead(app: TestApp, line: string): Promise<HttpResponse> {
  const connected = serverSocket(app);
  const received = exchange(app.port, `${line} HTTP/1.1\r\nHost: pets\r\n`);
  timeOut(app, await connected);
  return parseResponse(await received);
}

async function withoutBody(app: TestApp, requests: BodyRequests): Promise<HttpResponse> {
  const connected = serverSocket(app);
  return sendLate(app, requests, async () => {
    timeOut(app, await connected);
    return '';
  });
}

/** Empties the repositories, and returns the application with another key, whose requests were not counted. */
export async function reset<App extends TestApp>(app: App): Promise<App> {
  const { pets, petChanges, orders, transactions } = createFakeRepositories();
  Object.assign(app.petChanges, petChanges);
  Object.assign(app.pets, pets, { changes: app.petChanges });
  Object.assign(app.orders, orders);
  Object.assign(app.transactions, transactions);
  app.clock.advance(1_000);
  const { secret } = await issueKey(app);
  return { ...app, key: secret.text };
}

/** Issues another key, for a test that revokes it. */
export function issueKey(app: TestApp) {
  return new IssueKey(app.keys, new NodeCryptography()).execute('checkout', 'tests');
}

/** Revokes the key, so that the next verification fails. */
export async function revokeKey(app: TestApp, { apiKey }: Awaited<ReturnType<typeof issueKey>>): Promise<void> {
  await new RevokeKey(app.keys).execute(apiKey.publicId, 'tests');
  app.clock.advance(1_000);
  app.keys.advanceTime(1_000);
}

async function withKeyRevokedBeforeBody(app: TestApp, requests: BodyRequests): Promise<HttpResponse> {
  const issued = await issueKey(app);
  const afterContinue = async () => {
    await revokeKey(app, issued);
    return requests.body;
  };
  return sendLate(app, requests, afterContinue, { key: issued.secret.text });
}

/** Provokes the 403 of an operation that writes. */
export function withReadOnlyKey({ send }: Requests): Provoke {
  return async (app) => {
    const issue = new IssueKey(app.keys, new NodeCryptography());
    const { secret } = await issue.execute('website', 'tests', undefined, 'read-only');
    return send(app, { key: secret.text });
  };
}

/** Fails every method of the repositories. */
export function failing({ send }: Requests, failure: Error): Provoke {
  return (app) => {
    for (const method of ['list', 'find', 'add', 'addOnce'] as const) {
      jest.spyOn(app.pets, method).mockRejectedValue(failure);
    }
    for (const method of ['list', 'find'] as const) jest.spyOn(app.orders, method).mockRejectedValue(failure);
    jest.spyOn(app.petChanges, 'latestPosition').mockRejectedValue(failure);
    jest.spyOn(app.transactions, 'run').mockRejectedValue(failure);
    return send(app, { headers: ['Idempotency-Key: a'] });
  };
}

function withoutKeyCheck({ send }: Requests): Provoke {
  return (app) => {
    jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    return send(app);
  };
}

/** The requests that provoke the error responses that all operations have, by status. */
export function commonResponses(requests: Requests) {
  const { line, send } = requests;
  return {
    400: [(app) => send(app, { headers: ['Host: other'] })],
    401: [(app) => send(app, { key: '' }), (app) => send(app, { key: 'pets_x' })],
    408: [(app) => incompleteHead(app, line)],
    417: [(app) => send(app, { headers: ['Expect: tea'] })],
    429: [
      async (app) => {
        for (let count = 0; count < allowedRequests; count++) await send(app);
        return send(app);
      },
    ],
    431: [(app) => send(app, { headers: [`X: ${'x'.repeat(20_000)}`] })],
    500: [failing(requests, new Error('a defect'))],
    503: [failing(requests, new DatabaseUnavailable(new Error('gone'))), withoutKeyCheck(requests)],
  } satisfies Record<number, readonly Provoke[]>;
}

/** The same for operations that change data. */
export function writeResponses(requests: Requests) {
  const common = commonResponses(requests);
  return {
    ...common,
    403: [withReadOnlyKey(requests)],
    503: [...common[503], failing(requests, new OutcomeUnknown(new Error('gone')))],
  } satisfies Record<number, readonly Provoke[]>;
}

/** The same for operations that read a JSON body. */
export function bodyResponses(requests: BodyRequests) {
  const { send, sendFrom, body } = requests;
  const write = writeResponses(requests);
  return {
    ...write,
    400: [
      ...write[400],
      (app) => send(app, { body: '{' }),
      (app) => send(app, { body: '[]' }),
      (app) => sendLate(app, requests, async () => 'no chunk\r\n', { framing: 'Transfer-Encoding: chunked' }),
    ],
    401: [...write[401], (app) => withKeyRevokedBeforeBody(app, requests)],
    408: [...write[408], (app) => withoutBody(app, requests)],
    413: [(app) => send(app, { body: ' '.repeat(maxBodyBytes + 1) })],
    415: [(app) => sendFrom(app, { headers: ['Content-Type: text/plain'], body })],
  } satisfies Record<number, readonly Provoke[]>;
}
