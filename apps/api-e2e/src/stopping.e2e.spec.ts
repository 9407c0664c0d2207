import { once } from 'node:events';
import { CheckedClient } from './support/checked-client.ts';
import { head, openSocket, write } from './support/raw-socket.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, preload, processes, runService, startService } from './support/test-file.ts';

const rex = { name: 'Rex', categoryId: 1 };

let database: Database;
let key: string;

beforeAll(async () => {
  database = await Database.create();
  expect(await startService(database.location).then((service) => service.end('SIGINT'))).toBe(0);
  key = await issueKey(database.location);
});

const lockPets = () => database.begin('LOCK TABLE pets IN EXCLUSIVE MODE');

/** Waits until the system refuses new connections. The service logs `stopping` earlier. */
const untilRefused = (service: Service) =>
  processes.until(async () => (await new CheckedClient(service, key).get('/health/live')).code === 'ECONNREFUSED');

describe('the service on SIGTERM', () => {
  it('finishes the requests in flight, refuses new connections, and exits with 0', async () => {
    const service = await startService(database.location);
    const lock = await lockPets();
    const created = new CheckedClient(service, key).post('/v1/pets', rex);
    await database.untilBlocked();
    const ending = service.end('SIGTERM');
    await untilRefused(service);
    await lock.query('ROLLBACK');
    expect(await created).toMatchObject({ status: 201 });
    expect(await ending).toBe(0);
    await lock.end();
  });

  it('breaks no request on a kept-alive connection, and sends Connection: close', async () => {
    const service = await startService(database.location);
    let [responses, closes] = [0, 0];
    let ending: Promise<number | null> | undefined;
    const untilItEnds = async () => {
      const client = new CheckedClient(service, key);
      for (;;) {
        const { status, code, headers } = await client.post('/v1/pets', rex);
        if (code === 'ECONNREFUSED') return;
        expect({ status, code }).toEqual({ status: 201, code: '' });
        if (headers.connection === 'close') closes += 1;
        if (++responses === 300) ending = service.end('SIGTERM');
      }
    };
    await Promise.all(Array.from({ length: 16 }, untilItEnds));
    expect(await ending).toBe(0);
    expect(closes).toBeGreaterThan(0);
  });

  it('closes the connections of clients that have sent nothing or half a request', async () => {
    // Half a head keeps its connection until DRAIN_TIMEOUT, which the service refuses if a response may take longer.
    const limits = { DATABASE_STATEMENT_TIMEOUT: '900', DRAIN_TIMEOUT: '4000' };
    const service = await startService({ ...database.location, ...limits });
    const halves = ['', 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\n', `${head('POST /v1/pets', 'Content-Length: 9')}{`];
    const closed = halves.map(async (half) => {
      const socket = await openSocket(service);
      socket.resume();
      if (half) await write(socket, half);
      return once(socket, 'close');
    });
    // A response shows that the service has read what came before it.
    await new CheckedClient(service, key).get('/v1/pets');
    expect(await service.end('SIGTERM')).toBe(0);
    await Promise.all(closed);
  });

  it('exits at once with 1 on a second SIGTERM a second later', async () => {
    const service = await startService(database.location);
    const lock = await lockPets();
    const created = new CheckedClient(service, key).post('/v1/pets', rex);
    await database.untilBlocked();
    const ending = service.end('SIGTERM');
    await service.waitForLog('stopping');
    // Within the first second, signals count as repetitions of the first one, as a terminal and npm send them.
    const repeating = setInterval(() => service.signal('SIGTERM'), 50);
    const exitCode = await ending;
    clearInterval(repeating);
    expect(exitCode).toBe(1);
    expect(await created).toMatchObject({ status: 0, code: 'ECONNRESET' });
    await lock.end();
  });
});

it.each([
  ['before its database is open', ''],
  // The shutdown waits for iterations of the event loop. They take longer here, so that the database opens meanwhile.
  ['and its database opens later', 'globalThis.setImmediate = (callback) => setTimeout(callback, 10);'],
])('the service exits with 0 if it is stopped while it starts, %s', async (_, slowIterations) => {
  // The process sends itself the signal when it adds its handler. A signal of the test could arrive after the start.
  const signalItself = `process.on('newListener', (event) =>
    event === 'SIGTERM' && process.nextTick(() => process.kill(process.pid, 'SIGTERM')));`;
  const env = { ...database.location, ...preload('signal', signalItself + slowIterations) };
  const { exitCode, stdout, stderr } = await runService(env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain('"stopping"');
  expect(stdout).not.toContain('"ready"');
});

it('the service finishes the requests in flight, logs the error, and exits with 1 after an uncaught exception', async () => {
  const fail = `process.on('SIGUSR2', () => setImmediate(() => { throw new Error('unforeseen'); }));`;
  const service = await startService({ ...database.location, ...preload('fail', fail) });
  const lock = await lockPets();
  const created = new CheckedClient(service, key).post('/v1/pets', rex);
  await database.untilBlocked();
  const ending = service.end('SIGUSR2');
  const line = await service.waitForLog('stopping after an uncaught exception');
  expect(line).toMatchObject({ level: 'fatal', err: { message: 'unforeseen' } });
  await lock.query('ROLLBACK');
  expect(await created).toMatchObject({ status: 201 });
  expect(await ending).toBe(1);
  await lock.end();
});
