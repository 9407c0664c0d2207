import { IssueKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock } from '@petstore/access-domain';
import { InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { NodeCryptography } from '@petstore/access-infrastructure';
import {
  startTestApplication,
  type Client,
  type TestApplication,
  type TestApplicationOptions,
} from '@petstore/testing/application';
import { DataSource } from 'typeorm';
import { applicationOptions } from '../application-options.ts';
import { readConfig, type Config } from '../config.ts';
import { betaDocumentCheck, documentCheck } from './document-check.ts';
import { createFakeRepositories, overridesOf, type FakeRepositories } from './fake-repositories.ts';

/** The running service with in-memory repositories instead of the database. */
export interface TestApp extends TestApplication, FakeRepositories {
  /** A key that is valid while the application runs. */
  readonly key: string;
  /** Sends `key` with every request. */
  readonly client: Client;
  readonly keys: InMemoryApiKeyRepository;
  /** Clock of the cache of verified keys. Keys stay in the cache until a test advances it. */
  readonly clock: FakeClock;
}

/**
 * Starts the service and issues a key.
 * @param overrides settings that differ from the defaults
 * @param fakes replacements of further ports: [port, fake]
 */
export async function startTestApp(
  overrides: Partial<Config> = {},
  fakes: TestApplicationOptions['fakes'] = [],
): Promise<TestApp> {
  const [repositories, keys, clock] = [createFakeRepositories(), new InMemoryApiKeyRepository(), new FakeClock()];
  const application = await startTestApplication({
    application: applicationOptions({ ...readConfig({}), ...overrides }, new DataSource({ type: 'postgres' })),
    documentCheck: overrides.beta ? betaDocumentCheck : documentCheck,
    fakes: [...overridesOf(repositories), [ApiKeyRepository, keys], [Clock, clock], ...fakes],
  });
  const issued = await new IssueKey(keys, new NodeCryptography()).execute('tests', 'tests');
  const key = issued.secret.text;
  return { ...application, ...repositories, key, client: application.authenticated(key), keys, clock };
}
