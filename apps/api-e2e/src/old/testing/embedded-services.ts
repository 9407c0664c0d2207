import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProcess } from '@petstore/processes';
import { createTestDirectory } from './create-test-directory.ts';
import { startService } from './start-service.ts';

/** The services of a test, which share an embedded database. */
export interface EmbeddedServices {
  /** Parent of the data directories of all tests of the file. */
  readonly parentDirectory: string;
  /** Data directory of the database; a new one in each test. */
  directory: string;
  /** Starts a service, which is stopped after the test. */
  start(): Promise<ServiceProcess>;
  /** Reads the API key that the first start has issued. */
  firstKey(): string;
}

/** Gives each test of the file its own embedded database. */
export function embeddedServices(): EmbeddedServices {
  const running: ServiceProcess[] = [];
  let count = 0;
  const services: EmbeddedServices = {
    parentDirectory: createTestDirectory(),
    directory: '',
    async start() {
      const service = await startService({ DATA_DIR: services.directory });
      running.push(service);
      return service;
    },
    firstKey: () => readFileSync(join(services.directory, 'first-key'), 'utf8').trim(),
  };
  beforeEach(() => {
    count += 1;
    services.directory = join(services.parentDirectory, `data-${count}`);
  });
  afterEach(() => Promise.all(running.splice(0).map((service) => service.end('SIGTERM'))));
  return services;
}
