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
import { expectNoBreach, watch } from './document-watch.ts';

type Client = ReturnType<typeof request.agent>;

/** The service on 127.0.0.1, its ports on fakes: all of the edge, and no database. Its answers are held to the document. */
export interface TestApp {
  readonly server: Server;
  readonly port: number;
  /** A key that is good for as long as the app runs. */
  readonly key: string;
  /** Sends that key with every request. */
  readonly client: Client;
  /** Sends none. */
  readonly stranger: Client;
  readonly pets: PetRepository;
  readonly keys: InMemoryApiKeyRepository;
  /** The process's own: verified keys are believed until it is moved. */
  readonly clock: FakeClock;
  /** Stands for the database where its health is asked for. */
  readonly database: { ping(): Promise<void> };
  readonly readiness: Readiness;
  readonly log: CapturedLog;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** A port of a context, and the value that takes its place. */
type Fake = readonly [port: abstract new (...parameters: never) => unknown, value: unknown];

/**
 * @param overrides settings that differ from the default
 * @param fakes of further ports
 */
export async function startTestApp(overrides: Partial<Config> = {}, fakes: readonly Fake[] = []): Promise<TestApp> {
  const [pets, keys, log] = [new InMemoryPetRepository(), new InMemoryApiKeyRepository(), new CapturedLog()];
  const clock = new FakeClock();
  const testing = Test.createTestingModule({ imports: [AppModule.on(new DataSource({ type: 'postgres' }))] });
  const all: readonly Fake[] = [[PetRepository, pets], [ApiKeyRepository, keys], [Clock, clock], ...fakes];
  for (const [port, value] of all) testing.overrideProvider(port).useValue(value);
  const module = await testing.compile();
  const config: Config = { ...readConfig({ HOST: host, PORT: '0', LOG_LEVEL: 'debug' }), ...overrides };
  const app = module.createNestApplication(createHttpAdapter(config), nestOptions(log.log));
  const server = app.getHttpServer() as Server;
  watch(server);
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
    // A test that failed may have left a request in the air, which would keep the server open.
    server.closeAllConnections();
    readiness.markStopping();
    await app.close();
    expectNoBreach();
  };
  return {
    server,
    port,
    key,
    client,
    stranger: request.agent(url),
    pets,
    keys,
    clock,
    database,
    readiness,
    log,
    close,
  };
}
