import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { metricsOptions } from '@petstore/bootstrap';
import { OperatorError } from '@petstore/settings';
import { startMetrics } from '@petstore/telemetry/start-metrics';
import { LogCapture } from '@petstore/testing/application';
import type { MeasuredApplication } from '@petstore/testing/metrics';
import { DataSource } from 'typeorm';
import { applicationOptions } from '../application-options.ts';
import { readConfig } from '../config.ts';
import { measure } from '../testing/measure.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let measured: MeasuredApplication;

beforeEach(async () => {
  app = await startTestApp();
  measured = await measure(app);
});

afterEach(async () => {
  await measured.close();
  await app.close();
});

const host = '127.0.0.1';

describe('the listener for metrics', () => {
  it('responds only to GET and HEAD at /metrics', async () => {
    const got = await fetch(measured.address);
    expect(got.status).toBe(200);
    expect(got.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const head = await fetch(`${measured.address}?name[]=up`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const posted = await fetch(measured.address, { method: 'POST', body: 'x' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await posted.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
    for (const path of ['/', '/metrics/', '/v1/pets', '/docs', '/health/live']) {
      const response = await fetch(new URL(path, measured.address));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'route_not_found', status: 404 });
    }
  });

  it('is separate from the listener of the API, which serves no metrics', async () => {
    expect((await app.unauthenticated.get('/metrics')).status).toBe(404);
  });

  it.each([
    ['idle', ''],
    ['rejected', 'CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n'],
  ])('closes the connections of %s clients when it is closed', async (_, bytes) => {
    const { port } = new URL(measured.address);
    const socket = connect({ port: Number(port), host, allowHalfOpen: true }).resume();
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(bytes);
    const ended = once(socket, 'end');
    if (bytes) await ended;
    await measured.close();
    await ended;
    socket.destroy();
    await expect(fetch(measured.address)).rejects.toThrow();
    measured = await measure(app);
  });

  const options = () =>
    metricsOptions(app.app, applicationOptions(readConfig({}), new DataSource({ type: 'postgres' })), {
      droppedLogLines: () => 0,
    });

  it('names the variables in the error if the port is in use', async () => {
    const otherServer = createServer().listen(0, host);
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const starting = startMetrics({ host, port }, app.server, options(), new LogCapture().log);
    await expect(starting).rejects.toThrow(
      new OperatorError(`METRICS_HOST and METRICS_PORT: listen EADDRINUSE: address already in use ${host}:${port}`),
    );
    otherServer.close();
  });

  it('is off by default, and then no requests are measured', async () => {
    const server = createServer();
    const log = new LogCapture();
    expect(await startMetrics(undefined, server, options(), log.log)).toBeUndefined();
    expect(server.eventNames()).not.toContain('dispatch');
    expect(log.text).toBe('');
  });
});
