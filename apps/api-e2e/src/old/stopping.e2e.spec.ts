import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, startExpectingFailure, type ServiceProcess } from '@petstore/processes';
import type { QueryRunner } from 'typeorm';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { startService } from './testing/start-service.ts';

const directory = createTestDirectory();
let database: TestDatabase;
let service: ServiceProcess;
let key: string;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await service?.end('SIGKILL');
  await database?.drop();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const location = { DATABASE_URL: database.url };
  service = await startService(location, env);
  key = (await petstore(location, 'keys', 'issue', 'me')).stdout.trim();
}

/** Opens a connection, and sends the bytes if there are any. */
async function open(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (bytes) await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

interface CreateResponse {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

/**
 * Creates a pet and reads the whole response.
 * @throws the error of the connection
 */
async function create(agent: Agent): Promise<CreateResponse> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const sent = request(`${service.address}/v1/pets`, { method: 'POST', agent, headers });
  sent.end('{"name":"Rex","categoryId":1}');
  const [response] = await once(sent, 'response');
  for await (const chunk of response) void chunk;
  return { status: response.statusCode, connection: response.headers.connection };
}

/** Locks the table, so that every create waits until the transaction of the returned runner ends. */
async function lockPets(): Promise<QueryRunner> {
  const runner = (await database.open([])).createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE pets IN EXCLUSIVE MODE');
  return runner;
}

/**
 * Waits until a statement waits for a lock. Queries on another connection than the lock, because pg_stat_activity does not change
 * within a transaction.
 */
async function waitForBlockedStatement(lock: QueryRunner): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    const [row] = await lock.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = row!.count;
  }
}

/** Waits until the system refuses new connections. The service logs `stopping` earlier, before it stops listening. */
async function waitForRefusedConnection(): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return;
      // The system resets a connection that it established between the last accept of the service and the end of the listener.
      if (code !== 'ECONNRESET') throw error;
    } finally {
      socket.destroy();
    }
  }
}

/** Short timeouts in milliseconds, so that the shutdown closes the connections of incomplete requests. */
const shortTimeouts = {
  DATABASE_STATEMENT_TIMEOUT: '900',
  DRAIN_TIMEOUT: '4000',
};

describe('the service on SIGTERM', () => {
  it.each([
    // The default timeouts are longer than the shutdown, so that no timeout closes the idle connection.
    ['nothing', '', {}, 0],
    ['half a head', 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\n', shortTimeouts, 1],
    ['half a body', 'POST /v1/pets HTTP/1.1\r\nHost: pets\r\nContent-Length: 9\r\n\r\n{', shortTimeouts, 1],
  ])('exits within DRAIN_TIMEOUT although a client has sent %s', async (_, bytes, env, cutOffCount) => {
    await start(env);
    const socket = await open(bytes);
    const closed = once(socket, 'close');
    expect(await service.end('SIGTERM')).toBe(0);
    await closed;
    expect(service.log.filter((line) => line.includes('cut off'))).toHaveLength(cutOffCount);
  });

  it('logs a request that it cut off', async () => {
    await start(shortTimeouts);
    const socket = await open('');
    const received = once(socket, 'data');
    const headers = ['Host: pets', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
    const body = ['Content-Length: 9', 'Expect: 100-continue'];
    socket.write(['POST /v1/pets HTTP/1.1', ...headers, ...body, '', ''].join('\r\n'));
    // The service sends 100 Continue after it has checked the key.
    expect(String(await received)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await service.end('SIGTERM')).toBe(0);
    expect(JSON.parse(await service.waitForLog('request'))).toMatchObject({ route: '/v1/pets', aborted: true });
  });

  it('responds to requests in flight and refuses new connections', async () => {
    await start();
    const lock = await lockPets();
    const created = create(new Agent({ keepAlive: true }));
    await waitForBlockedStatement(lock);
    const ending = service.end('SIGTERM');
    await waitForRefusedConnection();
    await lock.rollbackTransaction();
    expect(await created).toMatchObject({ status: 201 });
    expect(await ending).toBe(0);
  });

  it('breaks no request on a kept-alive connection, and sends Connection: close', async () => {
    await start();
    const counts = { responses: 0, connectionClose: 0, refused: 0 };
    const clients = Array.from({ length: 16 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (counts.refused === 0) {
        const response = await create(agent).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNREFUSED') throw error;
          return undefined;
        });
        if (!response) counts.refused += 1;
        else expect(response.status).toBe(201);
        if (response) counts.responses += 1;
        if (response?.connection === 'close') counts.connectionClose += 1;
        if (counts.responses === 500) ending ??= service.end('SIGTERM');
      }
    });
    let ending: Promise<number | null> | undefined;
    await Promise.all(clients);
    expect(await ending).toBe(0);
    expect(counts.connectionClose).toBeGreaterThan(0);
  });

  it('exits immediately with 1 on a second SIGTERM a second later', async () => {
    await start();
    const lock = await lockPets();
    const created = create(new Agent()).catch((error: Error) => error);
    await waitForBlockedStatement(lock);
    const startedAt = performance.now();
    const ending = service.end('SIGTERM');
    await service.waitForLog('stopping');
    // Signals within the first second are ignored as repetitions of the first one.
    const repeating = setInterval(() => service.signal('SIGTERM'), 50);
    expect(await ending).toBe(1);
    clearInterval(repeating);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(await created).toMatchObject({ code: 'ECONNRESET' });
    await lock.rollbackTransaction();
  });
});

describe('after an unhandled error', () => {
  it.each([
    ['thrown', "throw new Error('unforeseen')"],
    ['rejected', "Promise.reject(new Error('unforeseen'))"],
  ])(
    'the service responds to requests in flight, logs the error, and exits with 1: an error that was %s',
    async (_, failure) => {
      const script = join(mkdtempSync(join(directory, 'fail-')), 'fail.cjs');
      writeFileSync(script, `process.on('SIGUSR2', () => setImmediate(() => { ${failure}; }));`);
      await start({ NODE_OPTIONS: `--require=${script}` });
      const lock = await lockPets();
      const created = create(new Agent({ keepAlive: true }));
      await waitForBlockedStatement(lock);
      const ending = service.end('SIGUSR2');
      const line = await service.waitForLog('stopping after an uncaught exception');
      expect(JSON.parse(line)).toMatchObject({ level: 'fatal', err: { message: 'unforeseen' } });
      await lock.rollbackTransaction();
      expect(await created).toMatchObject({ status: 201 });
      expect(await ending).toBe(1);
    },
  );
});

it('the service keeps serving after clients send CONNECT and reset the connection', async () => {
  await start();
  for (let index = 0; index < 200; index++) (await open('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).resetAndDestroy();
  expect((await fetch(`${service.address}/openapi.json`)).status).toBe(200);
});

it('the service exits with 0 if it is stopped while it starts', async () => {
  // The process sends itself the signal when it adds its handler, because a signal of the test could arrive after the start.
  const script = join(mkdtempSync(join(directory, 'start-')), 'signal.cjs');
  writeFileSync(
    script,
    `process.on('newListener', (event) => event === 'SIGTERM' && setImmediate(() => process.kill(process.pid, 'SIGTERM')));`,
  );
  const { exitCode, stdout, stderr } = await startExpectingFailure({
    DATABASE_URL: database.url,
    PORT: '0',
    NODE_OPTIONS: `--require=${script}`,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain('"stopping"');
  expect(stdout).not.toContain('"ready"');
});
