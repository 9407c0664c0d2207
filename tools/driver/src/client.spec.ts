import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from './client.ts';

let server: Server;
let client: Client;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new Client(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(() => {
  client.close();
  server.close();
});

it('returns status 0 and the code of the error if the connection is reset within the body', async () => {
  server.on('request', (_request, response) => {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('12345', () => {
      // The client is reading the body when the reset arrives.
      void delay(100).then(() => response.socket?.resetAndDestroy());
    });
  });
  const { status, code } = await client.send({ method: 'GET', path: '/' });
  expect({ status, code }).toEqual({ status: 0, code: 'ECONNRESET' });
});

it.each([
  ['{"code":"not_found"}', 'not_found'],
  ['{"message":"Not found"}', 'no Error body'],
  ['null', 'no Error body'],
  ['<html>', 'no Error body'],
])('reads the code of the error body %s as %s', async (body, expected) => {
  server.on('request', (_request, response) => response.writeHead(404).end(body));
  const { status, code } = await client.send({ method: 'GET', path: '/' });
  expect({ status, code }).toEqual({ status: 404, code: expected });
});
