import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { acceptRequest } from './connection.ts';
import { GracefulShutdown } from './graceful-shutdown.ts';
import type { Log } from '@petstore/operations/log';

it('destroys a connection after CONNECT at the timeout, although Node no longer lists it', async () => {
  const server = createServer();
  const warn = jest.fn();
  const shutdown = new GracefulShutdown(() => server, 10, { warn } as unknown as Log);
  shutdown.onModuleInit();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const connected = once(server, 'connect');
  client.write('CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n');
  const [, socket] = (await connected) as [unknown, Socket];
  await shutdown.beforeApplicationShutdown();
  expect(socket.destroyed).toBe(true);
  expect(warn).toHaveBeenCalledWith({ connections: 1 }, expect.stringContaining('DRAIN_TIMEOUT'));
  client.destroy();
});

it('ends the connection after the response to a request in progress, which has Connection: close', async () => {
  const server = createServer();
  const shutdown = new GracefulShutdown(() => server, 60_000, { warn: jest.fn() } as unknown as Log);
  shutdown.onModuleInit();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const requested = once(server, 'request');
  client.write('GET / HTTP/1.1\r\nHost: pets\r\n\r\n');
  const [request, response] = (await requested) as [IncomingMessage, ServerResponse];
  // As `createHttpServer` does for each request.
  acceptRequest(request, response, () => undefined);
  const stopped = shutdown.beforeApplicationShutdown();
  while (server.listening) await setImmediate();
  response.end();
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n/);
  await stopped;
});

it('lets a client receive the whole response that it reads slowly', async () => {
  // More than the buffers of the sockets, and read for longer than a second, so that Node takes the connection for idle meanwhile.
  const body = Buffer.alloc(24 * 2 ** 20);
  const server = createServer((_, response) => response.end(body));
  const shutdown = new GracefulShutdown(() => server, 60_000, { warn: jest.fn() } as unknown as Log);
  shutdown.onModuleInit();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), 10);
  });
  const ended = once(client, 'close');
  client.write('GET / HTTP/1.1\r\nHost: pets\r\n\r\n');
  await once(server, 'request');
  await shutdown.beforeApplicationShutdown();
  await ended;
  // With the head.
  expect(received).toBeGreaterThan(body.length);
});
