import { InMemoryTransactions } from '@petstore/kernel/testing';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication, InjectionToken } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IssueKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock, type ApiKeyAccess, type IssuedKey } from '@petstore/access-domain';
import { InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { NodeCryptography } from '@petstore/access-infrastructure';
import type { Database } from '@petstore/database';
import { Readiness } from '@petstore/operations/readiness';
import { HttpAdapter } from '@petstore/http/http-adapter';
import { listen } from '@petstore/operations/listen';
import { type HttpResponse, requestText } from '@petstore/testing/raw';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { AppModule, httpOptions, nestOptions } from '../app.module.ts';
import { readSettings, type Settings } from '../settings.ts';
import { configureApp } from '../configure-app.ts';
import { betaDocumentCheck, documentCheck, sendAndCheck } from './document-check.ts';
import { createFakeRepositories, type FakeRepositories } from './fake-repositories.ts';
import { LogCapture } from './log-capture.ts';

/** A supertest agent. */
export type Client = ReturnType<typeof request.agent>;

/** What a request has beside its method and target. */
interface RequestParts {
  /** An API key, by default that of the application; null for none. */
  readonly key?: string | null | undefined;
  readonly headers?: readonly string[];
  readonly body?: string | undefined;
}

/**
 * The running service, by default on 127.0.0.1, with in-memory repositories instead of the database. Every response is checked against the
 * committed OpenAPI document.
 */
export interface TestApp extends FakeRepositories {
  readonly app: INestApplication;
  readonly settings: Settings;
  readonly server: Server;
  readonly port: number;
  readonly log: LogCapture;
  readonly readiness: Readiness;
  /** The database without a connection. A test can replace `ping`. */
  readonly database: Database;
  /** A key that is valid while the application runs. */
  readonly key: string;
  /** The header that sends `key`. */
  readonly withKey: string;
  /** Sends `key` with every request. */
  readonly client: Client;
  /** A client that sends no credentials. */
  readonly unauthenticated: Client;
  readonly keys: InMemoryApiKeyRepository;
  /** Clock of the cache of verified keys. Keys stay in the cache until a test advances it. */
  readonly clock: FakeClock;
  /** Creates a client that sends the token with every request. */
  authenticated(bearerToken: string): Client;
  /**
   * Sends one request over a raw socket, with `Host` and `Connection: close`, because an HTTP client would normalise the target or change
   * the headers.
   */
  send(methodAndTarget: string, parts?: RequestParts): Promise<HttpResponse>;
  /** @param expires an Expiry, such as `2s`; without it the key never expires */
  issueKey(name?: string, expires?: string, access?: ApiKeyAccess): Promise<IssuedKey>;
  /** @throws Error if a response violated the document */
  close(): Promise<void>;
}

/**
 * Starts the service before the tests of the file or of the `describe` block that calls it, and closes it after them.
 * @param overrides settings that differ from the defaults
 * @returns the running service; a test that needs empty repositories calls `empty`
 */
export function useTestApp(overrides: Partial<Settings> = {}): TestApp {
  let running: TestApp;
  beforeAll(async () => void (running = await startTestApp(overrides)));
  afterAll(() => running.close());
  return new Proxy({} as TestApp, { get: (_, member: keyof TestApp) => running[member] });
}

/**
 * Starts the service, makes it ready and issues a key.
 * @param overrides settings that differ from the defaults
 * @param fakes replacements of further ports: [port, fake]
 */
export async function startTestApp(
  overrides: Partial<Settings> = {},
  fakes: readonly (readonly [port: InjectionToken, fake: unknown])[] = [],
): Promise<TestApp> {
  // The settings with which `openapi.yaml` is generated, because the responses are checked against that document.
  const settings = { ...readSettings({ DATABASE_URL: 'postgresql://127.0.0.1/petstore' }), ...overrides };
  const [repositories, overriddenPorts] = createFakeRepositories();
  const [keys, clock] = [new InMemoryApiKeyRepository(), new FakeClock()];
  const log = new LogCapture();
  const database = {
    dataSource: new DataSource({ type: 'postgres' }),
    ping: async () => undefined,
    close: async () => undefined,
  } as unknown as Database;
  const builder = Test.createTestingModule({ imports: [AppModule.forRoot(settings, database, log.log)] });
  for (const [port, fake] of [...overriddenPorts, [ApiKeyRepository, keys], [Clock, clock], ...fakes])
    builder.overrideProvider(port).useValue(fake);
  const module = await builder.compile();
  const app = module.createNestApplication(new HttpAdapter(httpOptions(settings)), nestOptions(log.log));
  const server = app.getHttpServer() as Server;
  const check = settings.beta ? betaDocumentCheck : documentCheck;
  check.checkResponsesOf(server);
  await configureApp(app, settings, log.log);
  await listen(server, { host: settings.host, port: 0 });
  const readiness = app.get(Readiness);
  readiness.markReady();
  const issue = new IssueKey(keys, new NodeCryptography(), new InMemoryTransactions());
  const issueKey: TestApp['issueKey'] = (name = 'tests', ...options) => issue.execute(name, 'tests', ...options);
  const key = (await issueKey()).secret.text;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const authenticated = (bearerToken: string) => request.agent(url).auth(bearerToken, { type: 'bearer' });
  const headerOf = (text: string) => `Authorization: Bearer ${text}`;
  return {
    ...repositories,
    ...{ app, settings, server, port, log, readiness, database, key, keys, clock, authenticated, issueKey },
    withKey: headerOf(key),
    send: (methodAndTarget, { key: sent = key, headers = [], body } = {}) => {
      const all = ['Host: pets', 'Connection: close', ...(sent === null ? [] : [headerOf(sent)]), ...headers];
      return sendAndCheck(port, requestText(`${methodAndTarget} HTTP/1.1`, all, body));
    },
    client: authenticated(key),
    unauthenticated: request.agent(url),
    close: async () => {
      // A request of a failed test may still be running and would keep the server open.
      server.closeAllConnections();
      await app.close();
      check.expectNoViolations();
    },
  };
}
