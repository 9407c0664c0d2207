import type { Server } from 'node:http';
import type { INestApplication, InjectionToken } from '@nestjs/common';
import { InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import type { Database } from '@petstore/database';
import { Readiness } from '@petstore/http/readiness';
import request from 'supertest';
import { type Config } from '../config.ts';
import { type FakeRepositories } from './fake-repositories.ts';
import { LogCapture } from './log-capture.ts';
/** A supertest agent. */
export type Client = ReturnType<typeof request.agent>;
/**
 * The running service on 127.0.0.1 with in-memory repositories instead of the database. Every response is checked against the
 * committed OpenAPI document.
 */
export interface TestApp extends FakeRepositories {
    readonly app: INestApplication;
    readonly config: Config;
    readonly server: Server;
    readonly port: number;
    readonly log: LogCapture;
    readonly readiness: Readiness;
    /** The database without a connection. A test can replace `ping`. */
    readonly database: Database;
    /** A key that is valid while the application runs. */
    readonly key: string;
    /** Sends `key` with every request. */
    readonly client: Client;
    /** A client that sends no credentials. */
    readonly unauthenticated: Client;
    readonly keys: InMemoryApiKeyRepository;
    /** Clock of the cache of verified keys. Keys stay in the cache until a test advances it. */
    readonly clock: FakeClock;
    /** Creates a client that sends the token with every request. */
    authenticated(bearerToken: string): Client;
    /** @throws Error if a response violated the document */
    close(): Promise<void>;
}
/**
 * Starts the service, makes it ready and issues a key.
 * @param overrides settings that differ from the defaults
 * @param fakes replacements of further ports: [port, fake]
 */
export declare function startTestApp(overrides?: Partial<Config>, fakes?: readonly (readonly [port: InjectionToken, fake: unknown])[]): Promise<TestApp>;
//# sourceMappingURL=test-app.d.ts.map