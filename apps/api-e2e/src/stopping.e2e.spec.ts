import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { ServiceProcess } from './testing/processes.ts';

let database: TestDatabase;
let service: ServiceProcess;

beforeEach(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.start({ DATABASE_URL: database.url });
});

afterEach(async () => {
  await service.end('SIGKILL');
  await database.drop();
});

async function open(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (bytes) await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

it.each([
  ['nothing', ''],
  ['half a head', 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\n'],
  ['half a body', 'POST /v1/pets HTTP/1.1\r\nHost: pets\r\nContent-Length: 9\r\n\r\n{'],
])('is not held up by a client that has sent %s', async (_, bytes) => {
  const socket = await open(bytes);
  const closed = once(socket, 'close');
  expect(await service.end('SIGTERM')).toBe(0);
  await closed;
});

it('outlives clients that ask for a tunnel and reset the connection', async () => {
  for (let index = 0; index < 200; index++) (await open('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).resetAndDestroy();
  expect((await fetch(`${service.address}/openapi.json`)).status).toBe(200);
});

it('ends with 0 when it is stopped while it starts', async () => {
  const main = join(__dirname, '../../api/dist/main.js');
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'debug' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [firstWords] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  child.kill('SIGTERM');
  expect(firstWords).not.toContain('listening');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
