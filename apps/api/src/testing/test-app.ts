import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { IssueKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock } from '@petstore/access-domain';
import { InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { Readiness } from '@petstore/http/health/readiness';
import { PetRepository } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.ts';
import { configure, createHttpAdapter, nestOptions } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { CapturedLog } from './captured-log.ts';
import { documentCheck } from './document-check.ts';

type Client = ReturnType<typeof request.agent>;

/**
 * The service on 127.0.0.1 with fakes instead of the database. The HTTP code is complete, and every response is checked against
 * the document.
 */
export interface TestApp {
  readonly server: Server;
  readonly port: number;
  /** A key that is valid while the application runs. */
  readonly key: string;
  /** Sends that key with every request. */
  readonly client: Client;
  /** Sends no key. */
  readonly unauthenticated: Client;
  readonly pets: PetRepository;
  readonly keys: InMemoryApiKeyRepository;
  /** The process's clock. Verified keys stay in the cache until it moves. */
  readonly clock: FakeClock;
  /** The database as the readiness check sees it. */
  readonly database: { ping(): Promise<void> };
  readonly readiness: Readiness;
  readonly log: CapturedLog;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** @param overrides settings that differ from the default */
export async function startTestApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const [pets, keys, log] = [new InMemoryPetRepository(), new InMemoryApiKeyRepository(), new CapturedLog()];
  const clock = new FakeClock();
  const module = await Test.createTestingModule({ imports: [AppModule.on(new DataSource({ type: 'postgres' }))] })
    .overrideProvider(PetRepository)
    .useValue(pets)
    .overrideProvider(ApiKeyRepository)
    .useValue(keys)
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  const config: Config = { ...readConfig({ HOST: host, PORT: '0', LOG_LEVEL: 'debug' }), ...overrides };
  const app = module.createNestApplication(createHttpAdapter(config), nestOptions(log.log));
  const server = app.getHttpServer() as Server;
  documentCheck.watch(server);
  const database = { ping: async () => undefined };
  const readiness = new Readiness(() => database.ping());
  readiness.markReady();
  await (await configure(app, config, readiness, log.log)).listen(config.port, config.host);
  const { port } = server.address() as AddressInfo;
  const issued = await new IssueKey(keys, new NodeCryptography()).execute('tests', 'tests');
  const key = issued.secret.text;
  const url = `http://${host}:${port}`;
  const client = request.agent(url).auth(key, { type: 'bearer' });
  const close = async () => {
    // A request of a failed test may still be running and would keep the server open.
    server.closeAllConnections();
    readiness.markStopping();
    await app.close();
    documentCheck.expectNoViolations();
  };
  return {
    server,
    port,
    key,
    client,
    unauthenticated: request.agent(url),
    pets,
    keys,
    clock,
    database,
    readiness,
    log,
    close,
  };
}
