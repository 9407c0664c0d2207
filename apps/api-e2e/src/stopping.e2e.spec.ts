import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, ServiceProcess } from '@petstore/processes';
import type { QueryRunner } from 'typeorm';
import { testFolder } from './testing/folder.ts';

const folder = testFolder();
let database: TestDatabase;
let service: ServiceProcess;
let key: string;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await service.end('SIGKILL');
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const place = { DATABASE_URL: database.url };
  service = await ServiceProcess.start(place, env);
  key = (await petstore(place, 'keys', 'issue', 'me')).stdout.trim();
}

async function open(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (bytes) await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

/** A create, answered to the end. @throws what the connection throws */
async function create(agent: Agent): Promise<Answer> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const asked = request(`${service.address}/v1/pets`, { method: 'POST', agent, headers });
  asked.end('{"name":"Rex","categoryId":1}');
  const [answer] = await once(asked, 'response');
  for await (const chunk of answer) void chunk;
  return { status: answer.statusCode, connection: answer.headers.connection };
}

/** Keeps every create waiting until the lock is let go. */
async function lockPets(): Promise<QueryRunner> {
  const runner = (await database.open([])).createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE pets IN EXCLUSIVE MODE');
  return runner;
}

/** Looked at from outside the transaction, within which what is seen of others stands still. */
async function untilSomebodyWaits(lock: QueryRunner): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    const [row] = await lock.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = row!.count;
  }
}

const patient = { DATABASE_STATEMENT_TIMEOUT: '14000', RESPONSE_TIMEOUT: '28000', DRAIN_TIMEOUT: '30000' };
const hasty = {
  DATABASE_CONNECT_TIMEOUT: '200',
  DATABASE_STATEMENT_TIMEOUT: '200',
  RESPONSE_TIMEOUT: '500',
  DRAIN_TIMEOUT: '2000',
};

describe('when it is asked to end', () => {
  it.each([
    ['nothing', ''],
    ['half a head', 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\n'],
    ['half a body', 'POST /v1/pets HTTP/1.1\r\nHost: pets\r\nContent-Length: 9\r\n\r\n{'],
  ])('is not held up for longer than it allows by a client that has sent %s', async (_, bytes) => {
    await start(hasty);
    const socket = await open(bytes);
    const closed = once(socket, 'close');
    expect(await service.end('SIGTERM')).toBe(0);
    await closed;
    const cutOff = service.log.filter((line) => line.includes('cut off'));
    expect(cutOff).toHaveLength(bytes ? 1 : 0);
  });

  it('writes the line of a request that it cut off', async () => {
    await start(hasty);
    const head = `POST /v1/pets HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${key}`;
    await open(`${head}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(JSON.parse(await service.says('request'))).toMatchObject({ route: '/v1/pets', aborted: true });
  });

  it('answers what is in flight, is not ready, and lets nobody new in', async () => {
    await start(patient);
    const lock = await lockPets();
    const created = create(new Agent({ keepAlive: true }));
    await untilSomebodyWaits(lock);
    const ending = service.end('SIGTERM');
    await service.says('stopping');
    await expect(fetch(`${service.address}/health/live`)).rejects.toThrow('fetch failed');
    await lock.rollbackTransaction();
    expect(await created).toMatchObject({ status: 201 });
    expect(await ending).toBe(0);
  });

  it('breaks no request of clients that keep their connections, and tells them to close', async () => {
    await start();
    const counts = { answered: 0, told: 0, refused: 0 };
    const clients = Array.from({ length: 16 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (counts.refused === 0) {
        const answer = await create(agent).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNREFUSED') throw error;
          return undefined;
        });
        if (!answer) counts.refused += 1;
        else expect(answer.status).toBe(201);
        if (answer) counts.answered += 1;
        if (answer?.connection === 'close') counts.told += 1;
        if (counts.answered === 500) ending ??= service.end('SIGTERM');
      }
    });
    let ending: Promise<number | null> | undefined;
    await Promise.all(clients);
    expect(await ending).toBe(0);
    expect(counts.told).toBeGreaterThan(0);
  });

  it('ends at once, with 1, when it is asked again a second later', async () => {
    await start(patient);
    const lock = await lockPets();
    const created = create(new Agent()).catch((error: Error) => error);
    await untilSomebodyWaits(lock);
    const ending = service.end('SIGTERM');
    await service.says('stopping');
    // What is tried is that time itself: a second signal within it is the first one's echo.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    process.kill(service.pid, 'SIGTERM');
    expect(await ending).toBe(1);
    expect(await created).toMatchObject({ code: 'ECONNRESET' });
    await lock.rollbackTransaction();
  });
});

describe('after an error that nobody handled', () => {
  it.each([
    ['thrown', "throw new Error('unforeseen')"],
    ['rejected', "Promise.reject(new Error('unforeseen'))"],
  ])('it answers what is in flight, says what it was, and ends with 1, when it was %s', async (_, failure) => {
    const script = join(mkdtempSync(join(folder, 'fail-')), 'fail.cjs');
    writeFileSync(script, `process.on('SIGUSR2', () => setImmediate(() => { ${failure}; }));`);
    await start({ ...patient, NODE_OPTIONS: `--require=${script}` });
    const lock = await lockPets();
    const created = create(new Agent({ keepAlive: true }));
    await untilSomebodyWaits(lock);
    const ending = service.end('SIGUSR2');
    const line = await service.says('stopping after an error that nobody handled');
    expect(JSON.parse(line)).toMatchObject({ level: 'fatal', err: { message: 'unforeseen' } });
    await lock.rollbackTransaction();
    expect(await created).toMatchObject({ status: 201 });
    expect(await ending).toBe(1);
  });
});

it('outlives clients that ask for a tunnel and reset the connection', async () => {
  await start();
  for (let index = 0; index < 200; index++) (await open('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).resetAndDestroy();
  expect((await fetch(`${service.address}/openapi.json`)).status).toBe(200);
});

it('ends with 0 when it is stopped while it starts', async () => {
  const main = join(__dirname, '../../api/dist/main.js');
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'debug' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [firstWords] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  child.kill('SIGTERM');
  expect(firstWords).not.toContain('ready');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
