import type { Socket } from 'node:net';
import { IssueKey, RevokeKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable, OutcomeUnknown } from '@petstore/database';
import { IdempotencyConflict, IdempotencyMismatch } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import { exchange, parseResponse, requestText, type HttpResponse } from '@petstore/testing/raw';
import { startTestApp, type TestApp } from './test-app.ts';

type Provoke = (app: TestApp) => Promise<HttpResponse>;

/** Requests per minute that the service allows in these tests. */
const allowedRequests = 2;

const origin = 'https://shop.example';
const newPet = '{"name":"Rex","categoryId":7}';
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
type Send = (app: TestApp, parts?: Parts) => Promise<HttpResponse>;

function sender(line: string, always: readonly string[] = []): Send {
  return async (app, { query = '', key = app.key, headers = [], body, afterContinue } = {}) => {
    const all = ['Host: pets', `Origin: ${origin}`, 'Connection: close', ...always, ...headers];
    const authorization = key === '' ? [] : [`Authorization: Bearer ${key}`];
    const bytes = requestText(`${line}${query} HTTP/1.1`, [...all, ...authorization], body);
    const received = await exchange(app.port, bytes, afterContinue);
    return parseResponse(received.replace(continueHead, ''));
  };
}

const list = sender('GET /v1/pets');
const get = sender('GET /v1/pets/1');
const json = 'Content-Type: application/json';
const createFrom = sender('POST /v1/pets');
const create: Send = (app, parts = {}) =>
  createFrom(app, { body: newPet, ...parts, headers: [json, ...(parts.headers ?? [])] });
/** Sends the head. The service verifies the key before it asks for the body. */
const createLate = (app: TestApp, afterContinue: () => Promise<string>, ...framing: string[]) => {
  const headers = [
    json,
    'Expect: 100-continue',
    ...(framing.length > 0 ? framing : [`Content-Length: ${newPet.length}`]),
  ];
  return createFrom(app, { headers, afterContinue });
};

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

async function createWithoutBody(app: TestApp): Promise<HttpResponse> {
  const connected = serverSocket(app);
  return createLate(app, async () => {
    timeOut(app, await connected);
    return '';
  });
}

async function createWithKeyRevokedMeanwhile(app: TestApp): Promise<HttpResponse> {
  const issued = await new IssueKey(app.keys, new NodeCryptography()).execute('checkout', 'tests');
  const headers = [json, 'Expect: 100-continue', `Content-Length: ${newPet.length}`];
  const afterContinue = async () => {
    await new RevokeKey(app.keys).execute(issued.apiKey.publicId, 'tests');
    app.clock.advance(1_000);
    return newPet;
  };
  return createFrom(app, { key: issued.secret.text, headers, afterContinue });
}

async function createWithReadOnlyKey(app: TestApp): Promise<HttpResponse> {
  const issueKey = new IssueKey(app.keys, new NodeCryptography());
  const { secret } = await issueKey.execute('website', 'tests', undefined, 'read-only');
  return create(app, { key: secret.text });
}

/** Fails every method of the repository. */
function failing(send: Send, failure: Error): Provoke {
  return (app) => {
    for (const method of ['list', 'find', 'add', 'addOnce'] as const) {
      jest.spyOn(app.pets, method).mockRejectedValue(failure);
    }
    return send(app, send === create ? { headers: ['Idempotency-Key: a'] } : {});
  };
}

function withoutKeyCheck(send: Send): Provoke {
  return (app) => {
    jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    return send(app);
  };
}

const unavailable = new DatabaseUnavailable(new Error('gone'));

/** The requests that provoke the error responses that all operations have, by status. */
function commonResponses(send: Send, line: string): Readonly<Record<number, readonly Provoke[]>> {
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
    500: [failing(send, new Error('a defect'))],
    503: [failing(send, unavailable), withoutKeyCheck(send)],
  };
}

async function addPet(app: TestApp): Promise<void> {
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
}

const createErrors = commonResponses(create, 'POST /v1/pets');
const listErrors = commonResponses(list, 'GET /v1/pets');

/**
 * The requests that provoke every documented response, by operationId and status. Together the responses of a status have every
 * code and every header that the document lists for it.
 */
export const provokedResponses: Readonly<Record<string, Readonly<Record<number, readonly Provoke[]>>>> = {
  listPets: {
    ...listErrors,
    200: [
      async (app) => {
        await addPet(app);
        await addPet(app);
        return list(app, { query: '?limit=1' });
      },
    ],
    400: [...listErrors[400]!, (app) => list(app, { query: '?limit=0' })],
  },
  createPet: {
    ...createErrors,
    201: [create],
    400: [
      ...createErrors[400]!,
      (app) => create(app, { body: '{' }),
      (app) => create(app, { body: '{}' }),
      (app) => create(app, { headers: ['Idempotency-Key: "'] }),
      (app) => createLate(app, async () => 'no chunk\r\n', 'Transfer-Encoding: chunked'),
    ],
    401: [...createErrors[401]!, createWithKeyRevokedMeanwhile],
    403: [createWithReadOnlyKey],
    408: [...createErrors[408]!, createWithoutBody],
    409: [failing(create, new IdempotencyConflict())],
    413: [(app) => create(app, { body: ' '.repeat(102_401) })],
    415: [(app) => createFrom(app, { headers: ['Content-Type: text/plain'], body: newPet })],
    422: [failing(create, new IdempotencyMismatch())],
    503: [...createErrors[503]!, failing(create, new OutcomeUnknown(new Error('gone')))],
  },
  getPet: {
    ...commonResponses(get, 'GET /v1/pets/1'),
    200: [
      async (app) => {
        await addPet(app);
        return get(app);
      },
    ],
    404: [get],
  },
};

/** Starts a service with everything that adds headers: a rate limit and an allowed origin. */
export function startProvokedApp(): Promise<TestApp> {
  return startTestApp({ rateLimit: { requests: allowedRequests, seconds: 60 }, corsOrigins: [origin] });
}
