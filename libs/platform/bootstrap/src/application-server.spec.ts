import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Module } from '@nestjs/common';
import { PeriodicJob } from '@petstore/http/nest/periodic.job';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import { logTo } from '@petstore/telemetry/log/create-log';
import { ApplicationServer, type ApplicationServerOptions } from './application-server.ts';
import { readServerSettings } from './server-settings.ts';

class TestJob extends PeriodicJob {
  protected readonly step = async () => false;

  constructor() {
    super('nothing was done');
  }
}

@Module({ providers: [TestJob] })
class TestModule {}

const host = '127.0.0.1';
const log = logTo({ write: () => undefined }, 'info');
const close = jest.fn(async () => undefined);

beforeEach(() => close.mockClear());

function optionsOf(port: number, metricsPort?: number): ApplicationServerOptions {
  const { httpLimits, corsOrigins, tuning } = readServerSettings({});
  return {
    application: {
      version: '1.0.0',
      module: TestModule,
      contexts: [],
      errors: new ErrorCatalogue(),
      http: { httpLimits, corsOrigins, tuning, recordClientAddress: false, isSecret: () => false },
      pathPrefix: '/v1',
      document: { title: 'Test', introduction: '', license: { name: '', url: '' }, contact: { name: '' }, servers: [] },
    },
    address: { host, port },
    dependency: { opening: Promise.resolve(true), ping: async () => undefined, close },
    log,
    shutdownTimeout: 1_000,
    processMetrics: { droppedLogLines: () => 0 },
    ...(metricsPort !== undefined && { metricsAddress: { host, port: metricsPort } }),
  };
}

it('is ready after serve, and closes the dependency when it stops', async () => {
  const server = await ApplicationServer.start(optionsOf(0));
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  expect(await statusOf('/health/ready')).toBe(503);
  expect(await server.serve()).toBe(true);
  expect(await statusOf('/health/ready')).toBe(200);
  await server.stop();
  expect(close).toHaveBeenCalledTimes(1);
});

it('starts the periodic jobs when the dependency is available, not before', async () => {
  const started = jest.spyOn(TestJob.prototype, 'start');
  let resolveOpening: (isOpen: boolean) => void = () => undefined;
  const opening = new Promise<boolean>((resolve) => (resolveOpening = resolve));
  const options = optionsOf(0);
  const server = await ApplicationServer.start({ ...options, dependency: { ...options.dependency, opening } });
  const serving = server.serve(async () => expect(started).not.toHaveBeenCalled());
  expect(started).not.toHaveBeenCalled();
  resolveOpening(true);
  await serving;
  expect(started).toHaveBeenCalledTimes(1);
  await server.stop();
});

it('closes the metrics listener and the dependency if its address is in use', async () => {
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const free = createServer().listen(0, host);
  await once(free, 'listening');
  const { port: metricsPort } = free.address() as AddressInfo;
  await once(free.close(), 'close');
  const { port } = other.address() as AddressInfo;
  await expect(ApplicationServer.start(optionsOf(port, metricsPort))).rejects.toThrow(/^HOST and PORT: .*EADDRINUSE/);
  expect(close).toHaveBeenCalledTimes(1);
  const [error] = (await once(connect(metricsPort, host), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  await once(other.close(), 'close');
});
