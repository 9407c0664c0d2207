import { once } from 'node:events';
import type { Socket } from 'node:net';
import { IssueKey, RevokeKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable, OutcomeUnknown } from '@petstore/database';
import { maxBodyBytes } from '@petstore/http/request-body';
import { IdempotencyConflict, IdempotencyMismatch } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import { exchange, parseResponse, requestText, type HttpResponse } from '@petstore/testing/raw';
import type { Config } from '../config.ts';
import type { TestApp } from './test-app.ts';

/** Sends the requests that provoke a response, and returns that response. */
export type Provoke = (app: TestApp) => Promise<HttpResponse>;

const origin = 'https://shop.example';

/** Requests per minute that the service allows in these tests. */
const allowedRequests = 2;

/** Settings of a service with everything that adds headers: a rate limit and an allowed origin. */
export const provokedSettings: Partial<Config> = {
  rateLimit: { requests: allowedRequests, seconds: 60 },
  corsOrigins: [origin],
};

interface Parts {
  readonly key?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** Called when the service has verified the key and asks for the body. Returns the bytes to send. */
  readonly afterContinue?: () => Promise<string>;
}

/** Sends one request over its own connection and returns the response. @param line method and path */
async function send(app: TestApp, line: string, parts: Parts = {}): Promise<HttpResponse> {
  const { key = app.key, headers = [], body, afterContinue } = parts;
  const authorization = key === '' ? [] : [`Authorization: Bearer ${key}`];
  const all = ['Host: pets', `Origin: ${origin}`, 'Connection: close', ...headers, ...authorization];
  const received = await exchange(app.port, requestText(`${line} HTTP/1.1`, all, body), afterContinue);
  return parseResponse(received.replace('HTTP/1.1 100 Continue\r\n\r\n', ''));
}

const list = 'GET /v1/pets';
const get = 'GET /v1/pets/1';
const create = 'POST /v1/pets';
const body = '{"name":"Rex","categoryId":7}';
const json = 'Content-Type: application/json';

const sendCreate = (app: TestApp, { headers = [], ...parts }: Parts = {}) =>
  send(app, create, { body, headers: [json, ...headers], ...parts });

/** Sends the head of a create. The service verifies the key before it asks for the body. */
const createLate = (app: TestApp, afterContinue: () => Promise<string>, framing = `Content-Length: ${body.length}`) =>
  send(app, create, { headers: [json, 'Expect: 100-continue', framing], afterContinue });

async function addPet(app: TestApp): Promise<void> {
  await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }));
}

/** Issues a key, whose requests were not counted, and returns the application with it. */
export async function withNewKey(app: TestApp, access?: 'read-only'): Promise<TestApp> {
  const { secret } = await new IssueKey(app.keys, new NodeCryptography()).execute('a key', 'tests', undefined, access);
  return { ...app, key: secret.text };
}

const connection = async ({ server }: TestApp) => ((await once(server, 'connection')) as [Socket])[0];

/** Emits Node's error for a request that is not complete in time. Waiting for it would take 30 s. */
function timeOut({ server }: TestApp, socket: Socket): void {
  server.emit('clientError', Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

async function incompleteHead(app: TestApp, line: string): Promise<HttpResponse> {
  const connected = connection(app);
  const received = exchange(app.port, `${line} HTTP/1.1\r\nHost: pets\r\n`);
  timeOut(app, await connected);
  return parseResponse(await received);
}

async function withoutBody(app: TestApp): Promise<HttpResponse> {
  const connected = connection(app);
  return createLate(app, async () => {
    timeOut(app, await connected);
    return '';
  });
}

/** Revokes the key between the head and the body, so that its second verification fails. */
function withKeyRevokedBeforeBody(app: TestApp): Promise<HttpResponse> {
  return createLate(app, async () => {
    const { publicId } = (await app.keys.list()).at(-1)!;
    await new RevokeKey(app.keys).execute(publicId, 'tests');
    app.clock.advance(1_000);
    app.keys.advanceTime(1_000);
    return body;
  });
}

/** Fails the methods of the repository of pets. */
function failing(sendRequest: Provoke, failure: Error): Provoke {
  return (app) => {
    for (const method of ['list', 'find', 'add', 'addOnce'] as const) {
      jest.spyOn(app.pets, method).mockRejectedValue(failure);
    }
    return sendRequest(app);
  };
}

function withoutKeyCheck(app: TestApp, line: string): Promise<HttpResponse> {
  jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
  return send(app, line);
}

/** The requests that provoke the error responses that all operations have, by status. */
function commonResponses(line: string, sendValid: Provoke = (app) => send(app, line)) {
  return {
    400: [(app) => send(app, line, { headers: ['Host: other'] })],
    401: [(app) => send(app, line, { key: '' }), (app) => send(app, line, { key: 'pets_x' })],
    408: [(app) => incompleteHead(app, line)],
    417: [(app) => send(app, line, { headers: ['Expect: tea'] })],
    429: [
      async (app) => {
        for (let count = 0; count < allowedRequests; count++) await sendValid(app);
        return sendValid(app);
      },
    ],
    431: [(app) => send(app, line, { headers: [`X: ${'x'.repeat(20_000)}`] })],
    500: [failing(sendValid, new Error('a defect'))],
    503: [failing(sendValid, new DatabaseUnavailable(new Error('gone'))), (app) => withoutKeyCheck(app, line)],
  } satisfies Record<number, readonly Provoke[]>;
}

const [listErrors, createErrors] = [commonResponses(list), commonResponses(create, sendCreate)];
const createOnce: Provoke = (app) => sendCreate(app, { headers: ['Idempotency-Key: a'] });

/**
 * The requests that provoke every response that `openapi.yaml` documents, by operationId and status. Together the responses of
 * a status have every code that the document lists for it.
 */
export const provokedResponses: Readonly<Record<string, Readonly<Record<number, readonly Provoke[]>>>> = {
  listPets: {
    ...listErrors,
    200: [
      async (app) => {
        await addPet(app);
        await addPet(app);
        return send(app, `${list}?limit=1`);
      },
    ],
    400: [...listErrors[400], (app) => send(app, `${list}?limit=0`)],
  },
  createPet: {
    ...createErrors,
    201: [sendCreate],
    400: [
      ...createErrors[400],
      (app) => sendCreate(app, { body: '{' }),
      (app) => sendCreate(app, { body: '[]' }),
      (app) => sendCreate(app, { headers: ['Idempotency-Key: "'] }),
      (app) => createLate(app, async () => 'no chunk\r\n', 'Transfer-Encoding: chunked'),
    ],
    401: [...createErrors[401], withKeyRevokedBeforeBody],
    403: [async (app) => sendCreate(await withNewKey(app, 'read-only'))],
    408: [...createErrors[408], withoutBody],
    409: [failing(createOnce, new IdempotencyConflict())],
    413: [(app) => sendCreate(app, { body: ' '.repeat(maxBodyBytes + 1) })],
    415: [(app) => send(app, create, { headers: ['Content-Type: text/plain'], body })],
    422: [failing(createOnce, new IdempotencyMismatch())],
    503: [...createErrors[503], failing(sendCreate, new OutcomeUnknown(new Error('gone')))],
  },
  getPet: {
    ...commonResponses(get),
    200: [
      async (app) => {
        await addPet(app);
        return send(app, get);
      },
    ],
    404: [(app) => send(app, 'GET /v1/pets/0')],
  },
};
