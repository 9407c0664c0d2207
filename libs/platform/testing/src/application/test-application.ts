import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication, InjectionToken } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { configureApplication, nestOptions, RootModule, type ApplicationOptions } from '@petstore/bootstrap';
import { Readiness } from '@petstore/http/health/readiness';
import { HttpAdapter } from '@petstore/http/nest/http-adapter';
import request from 'supertest';
import type { DocumentCheck } from '../check/document-check.ts';
import { LogCapture } from './log-capture.ts';

const host = '127.0.0.1';

/** A supertest agent. */
export type Client = ReturnType<typeof request.agent>;

export interface TestApplicationOptions {
  readonly application: ApplicationOptions;
  readonly documentCheck: DocumentCheck;
  /** Fakes with the tokens of the providers that they replace. */
  readonly fakes?: readonly (readonly [token: InjectionToken, fake: unknown])[];
}

/** An application with all its HTTP code that listens on 127.0.0.1. `documentCheck` checks every response. */
export interface TestApplication {
  readonly app: INestApplication;
  readonly options: ApplicationOptions;
  readonly server: Server;
  readonly port: number;
  readonly log: LogCapture;
  readonly readiness: Readiness;
  /** The dependency that the readiness pings. A test can replace `ping`. */
  readonly dependency: { ping(): Promise<void> };
  /** A client that sends no credentials. */
  readonly unauthenticated: Client;
  /** Creates a client that sends the token with every request. */
  authenticated(bearerToken: string): Client;
  /** @throws Error if a response violated the document */
  close(): Promise<void>;
}

/** Starts an application with fakes instead of some of its providers, and makes it ready. */
export async function startTestApplication(options: TestApplicationOptions): Promise<TestApplication> {
  const { application, documentCheck, fakes = [] } = options;
  const builder = Test.createTestingModule({ imports: [RootModule.of(application)] });
  for (const [token, fake] of fakes) builder.overrideProvider(token).useValue(fake);
  const log = new LogCapture();
  const module = await builder.compile();
  const app = module.createNestApplication(new HttpAdapter(application.http), nestOptions(log.log));
  const server = app.getHttpServer() as Server;
  documentCheck.checkResponsesOf(server);
  const dependency = { ping: async () => undefined };
  const readiness = new Readiness(() => dependency.ping());
  readiness.markReady();
  await configureApplication(app, application, { readiness, log: log.log });
  await app.listen(0, host);
  const { port } = server.address() as AddressInfo;
  const url = `http://${host}:${port}`;
  return {
    ...{ app, options: application, server, port, log, readiness, dependency },
    unauthenticated: request.agent(url),
    authenticated: (bearerToken) => request.agent(url).auth(bearerToken, { type: 'bearer' }),
    close: async () => {
      // A request of a failed test may still be running and would keep the server open.
      server.closeAllConnections();
      readiness.markStopping();
      await app.close();
      documentCheck.expectNoViolations();
    },
  };
}
