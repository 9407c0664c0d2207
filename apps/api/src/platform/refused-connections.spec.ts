import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createHttpServer } from '@petstore/http/server/http-server';
import { logRefusedConnections } from '@petstore/telemetry/access-log/refused-connections';
import { LogCapture } from '@petstore/testing/application';

const limits = { headersTimeout: 10_000, requestTimeout: 30_000, idleTimeout: 65_000, maxConnections: 1 };

afterEach(() => jest.useRealTimers());

it('the server closes connections beyond the limit without a response, and logs their number once per minute', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const [server, log] = [createHttpServer(limits, () => undefined), new LogCapture()];
  logRefusedConnections(server, log.log);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const accepted = await open();
  const refuse = async () => {
    const refused = await open();
    await new Promise((closed) => refused.once('close', closed));
    expect(refused.bytesRead).toBe(0);
  };
  const loggedCounts = () => log.lines.map((line) => (line as unknown as { connections: number }).connections);
  await refuse();
  expect(log.lines).toMatchObject([{ level: 'warn', msg: 'refused connections: MAX_CONNECTIONS are open' }]);
  await refuse();
  await refuse();
  expect(loggedCounts()).toEqual([1]);
  jest.runOnlyPendingTimers();
  expect(loggedCounts()).toEqual([1, 2]);
  jest.runOnlyPendingTimers();
  expect(loggedCounts()).toEqual([1, 2]);
  accepted.destroy();
  await once(server.close(), 'close');
});
