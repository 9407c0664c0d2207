import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Module } from '@nestjs/common';
import { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import { logTo } from '@petstore/telemetry/log/create-log';
import { ApplicationServer, type ApplicationServerOptions } from './application-server.ts';
import { readServerSettings } from './server-settings.ts';

@Module({})
class EmptyModule {}

const host = '127.0.0.1';
const log = logTo({ write: () => undefined }, 'info');
const close = jest.fn(async () => undefined);

beforeEach(() => close.mockClear());

function optionsOf(port: number, metricsPort?: number): ApplicationServerOptions {
  const { httpLimits, corsOrigins, tuning } = readServerSettings({});
  return {
    application: {
      version: '1.0.0',
      module: EmptyModule,
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
