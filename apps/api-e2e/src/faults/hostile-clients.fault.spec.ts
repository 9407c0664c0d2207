import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@petstore/database/testing';
import { type Answer, Client } from '../support/client.ts';
import { fault as declareFault, type FaultRun } from '../support/fault-test.ts';
import { isFailure, kindsOf, longestOf, percentile } from '../support/load.ts';
import { eventLoopTimeOf, filesOf, hasProc, memoryOf, openFileLimit } from '../support/proc.ts';
import { head, headOfBody, openSocket, openSockets, write } from '../support/raw-socket.ts';
import type { Environment, Service } from '../support/service.ts';
import {
  closingRequestsWithoutKey,
  firstStatus,
  requestsWithoutKey,
  sendHostileRequests,
  sendSeries,
  unknownKey,
} from './hostile-requests.ts';

/** Files that the service may open meanwhile for other purposes, such as database connections. */
const otherFiles = 16;

const largestFile = '/docs/swagger-ui-bundle.js';

/** Commits do not wait for the disk, because its speed is not the subject. */
async function start(run: FaultRun, env: Environment = {}) {
  const postgres = await run.postgres({ fsync: 'off' });
  const service = await run.service(postgres, env);
  const key = await service.issueKey();
  return { postgres, service, key, client: new Client(service, key) };
}

function fault(bound: string, test: (run: FaultRun) => Promise<void>): void {
  declareFault(bound, test, hasProc ? undefined : 'this system has no /proc');
}

/** Returns the number of connections, or what the limit of open files allows. */
function connectionsOf(wanted: number): number {
  return Math.min(wanted, Math.floor((openFileLimit() - 1_000) / 1.2));
}

function destroyAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** Measures the memory of the service while the work runs and for some seconds after it. @returns the maximum in MiB */
async function peakMemory(service: Service, seconds: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(service.pid))), 50);
  await work().finally(() => delay(seconds * 1_000));
  clearInterval(sampling);
  return peak;
}

describe('hostile-clients', () => {
  fault(
    '10,000 idle connections and 1,000 that send a byte a second: no failure of 32 clients, p99 1 s, 600 MB',
    async (run) => {
      const { service, key } = await start(run);
      const load = run.load({ instances: [service], key });
      await load.successes(300);
      const count = connectionsOf(run.rounds(11_000));
      const sockets = await openSockets(service, count, async (socket, index) => {
        // One of eleven sends a head without its end. The others have had a response, as those of a client's pool.
        const isSlow = index % 11 === 0;
        await write(socket, isSlow ? 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\nX-Slow: ' : head('GET /health/live'));
        if (!isSlow) await once(socket, 'data');
        socket.resume();
      });
      const opened = load.observations.length;
      for (let second = 0; second < 8; second++) {
        for (const [index, socket] of sockets.entries()) if (index % 11 === 0) socket.write('x');
        await delay(1_000);
      }
      const p99 = percentile(
        load.observations.slice(opened).map(({ milliseconds }) => milliseconds),
        0.99,
      );
      const [memory, files] = [memoryOf(service.pid), filesOf(service.pid)];
      destroyAll(sockets);
      await load.end();
      run.show({ connections: count, 'p99, ms': p99, 'memory, MB': memory, files });
      expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
      expect(load.observations.length - opened).toBeGreaterThan(100);
      expect(p99).toBeLessThanOrEqual(1_000);
      expect(memory).toBeLessThanOrEqual(600);
      await run.requireNothingLost(new Client(service, key));
    },
  );

  fault(
    '1,000 clients reset a create before its end or its response: no file or transaction stays open',
    async (run) => {
      const { postgres, service, key } = await start(run);
      const load = run.load({ instances: [service], key });
      await load.successes(300);
      const before = filesOf(service.pid);
      for (let number = 0; number < run.rounds(1_000); number++) {
        const body = JSON.stringify(run.ledger.nextPet());
        const request = headOfBody('POST /v1/pets', key, body.length) + body;
        const socket = await openSocket(service);
        // A part of the head, a part of the body, or everything.
        await write(socket, request.slice(0, Math.ceil(request.length * [0.3, 0.9, 1][number % 3]!)));
        socket.resetAndDestroy();
      }
      await load.successes(300);
      await run.processes.until(() => filesOf(service.pid) <= before + otherFiles, 100, 10_000);
      await load.end();
      await postgres.until(`SELECT 1 WHERE NOT EXISTS (SELECT FROM pg_stat_activity
      WHERE application_name = 'petstore' AND state LIKE 'idle in transaction%')`);
      expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
      await run.requireNothingLost(new Client(service, key));
    },
  );

  fault(
    '20 clients pipeline 450 lists of 100 pets and read nothing: 3 MB each; other clients are served',
    async (run) => {
      const { postgres, service, key, client } = await start(run);
      await postgres.query(`INSERT INTO pets (name, category_id, status)
      SELECT repeat('x', 255), 7, 'available' FROM generate_series(1, 100)`);
      for (let warmUp = 0; warmUp < 500; warmUp++) await client.get('/v1/pets?limit=100');
      const before = memoryOf(service.pid);
      const list = head('GET /v1/pets?limit=100', `Authorization: Bearer ${key}`);
      let sockets: Socket[] = [];
      const peak = await peakMemory(service, 5, async () => {
        sockets = await openSockets(service, 20, (socket) => void socket.pause().write(list.repeat(450)));
      });
      const answer = await client.get('/v1/pets?limit=100');
      destroyAll(sockets);
      run.show({ requests: 20 * 450, longest: answer.milliseconds, 'MB each': (peak - before) / 20 });
      expect(answer.status).toBe(200);
      expect((peak - before) / 20).toBeLessThanOrEqual(3);
    },
  );

  fault(
    '12 clients pipeline 300 requests and reset the connection: after 10 s no file and no request is open',
    async (run) => {
      const { service } = await start(run, { METRICS_PORT: String(await freePort()) });
      const paths = [largestFile, '/docs/swagger-ui.css', '/openapi.yaml', '/nothing'];
      for (const path of paths) await service.status(path);
      const [before, counted] = [filesOf(service.pid), await service.metric('petstore_http_requests_total')];
      for (let number = 0; number < 12; number++) {
        const socket = await openSocket(service);
        socket.write(head(`GET ${paths[number % 4]}`).repeat(300));
        await once(socket, 'readable');
        socket.resetAndDestroy();
      }
      const isClean = async () =>
        (await service.metric('petstore_http_requests_in_flight')) === 0 && filesOf(service.pid) <= before + otherFiles;
      await run.processes.until(isClean, 100, 10_000);
      const executed = (await service.metric('petstore_http_requests_total')) - counted;
      run.show({ requests: 12 * 300, executed });
      expect(executed).toBeLessThanOrEqual(12 * 300);
    },
  );

  fault(
    '40,000 segments of garbage behind an unread response, 3 s of CPU; 10,000 chunks, 5 ms; CONNECT and SIGTERM',
    async (run) => {
      const env = { METRICS_PORT: String(await freePort()), DRAIN_TIMEOUT: '5000' };
      const { service } = await start(run, env);
      const inFlight = () => service.metric('petstore_http_requests_in_flight');
      const socket = (await openSocket(service)).setNoDelay(true).pause();
      // Until one response is blocked: the service does not read the garbage behind a second one.
      for (let sent = 0; sent < 60 && (await inFlight()) === 0; sent++) {
        await write(socket, head(`GET ${largestFile}`));
        await delay(40);
      }
      expect(await inFlight()).toBeGreaterThan(0);
      const garbage = await cpuTime(service, async () => {
        for (let sent = 0; sent < 40_000 && socket.writable; sent++) {
          await write(socket, '\x01');
          await new Promise((resolve) => setImmediate(resolve));
        }
        const closed = once(socket, 'close');
        socket.resume();
        await closed;
      });

      const chunked = `${head('POST /v1/pets', 'Transfer-Encoding: chunked')}${'1\r\na\r\n'.repeat(10_000)}0\r\n\r\n`;
      const sendChunks = async (count: number) => {
        for (let sent = 0; sent < count; sent++) {
          const each = await openSocket(service);
          each.write(chunked);
          await firstStatus(each);
          each.destroy();
        }
      };
      await sendChunks(50);
      const chunks = (await cpuTime(service, () => sendChunks(200))) / 200;

      const files = filesOf(service.pid);
      for (let sent = 0; sent < 20; sent++) {
        const each = await openSocket(service);
        each.write(head('CONNECT pets:1') + 'a'.repeat(400_000));
        await firstStatus(each);
        each.destroy();
      }
      await run.processes.until(() => filesOf(service.pid) < files + 10, 100, 4_000);
      const held = await openSocket(service);
      await write(held, head('CONNECT pets:1'));
      const started = performance.now();
      const exitCode = await service.end('SIGTERM');
      held.destroy();
      run.show({ 'garbage, ms': garbage, 'chunks, ms': chunks, 'stop, ms': performance.now() - started });
      expect(garbage).toBeLessThanOrEqual(3_000);
      expect(chunks).toBeLessThanOrEqual(5);
      expect(exitCode).toBe(0);
      expect(performance.now() - started).toBeLessThanOrEqual(10_000);
    },
  );

  fault('each of 34 kinds of requests without a key 1,000 times: at most 1 ms of the event loop each', async (run) => {
    const { service } = await start(run);
    const count = run.rounds(1_000);
    const costs: [kind: string, milliseconds: number][] = [];
    const measure = async (kind: string, bytes: string, each: number) => {
      await sendSeries(service, bytes, each, 400);
      costs.push([kind, (await cpuTime(service, () => sendSeries(service, bytes, each, count))) / count]);
    };
    for (const [kind, request] of Object.entries(requestsWithoutKey)) {
      // As many on a connection as the service accepts: 16, and 16 KiB.
      const each = Math.max(1, Math.min(16, Math.floor(16_384 / request.length)));
      const last = request.replace('\r\n', '\r\nConnection: close\r\n');
      await measure(kind, request.repeat(each - 1) + last, each);
    }
    for (const [kind, request] of Object.entries(closingRequestsWithoutKey)) await measure(kind, request, 1);
    const [most, ...others] = costs.sort(([, one], [, other]) => other - one);
    run.show({ requests: costs.length * count, 'most, ms': most![1], kind: most![0] });
    expect([most!, ...others].filter(([, cost]) => cost > 1)).toEqual([]);
  });

  fault(
    '1,100 clients send keys that were never issued: all get 401; another client no failure, within 5 s',
    async (run) => {
      const { service, client } = await start(run);
      const request = () => head('GET /v1/pets', `Authorization: Bearer ${unknownKey()}`);
      const statuses = new Map<string, number>();
      const attackers = await openSockets(service, run.rounds(1_100), (socket) => {
        socket.on('data', (bytes) => {
          const status = bytes.toString('latin1', 9, 12);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          socket.write(request());
        });
        socket.write(request());
      });
      const answers = await sendFor(client, 5);
      destroyAll(attackers);
      const longest = longestOf(answers);
      run.show({ requests: statuses.get('401'), longest, 'requests of the other client': answers.length });
      expect([...statuses.keys()]).toEqual(['401']);
      expect(answers.filter(isFailure)).toEqual([]);
      expect(longest).toBeLessThanOrEqual(5_000);
    },
  );

  fault(
    '5,000 clients read no file of /docs and pipeline 15 heads with long names: 250 MB over idle; another client is served',
    async (run) => {
      const { service, client } = await start(run);
      const names = Array.from({ length: 16 }, (_, index) => `${String(index).padStart(200, 'x')}: 1`);
      const bytes = Buffer.from(head(`GET ${largestFile}`) + head(`GET ${largestFile}`, ...names).repeat(15));
      await attackMemory(run, service, client, bytes);
    },
  );

  fault(
    '5,000 clients with a key send all of a large body but its last byte: 250 MB over idle; another client is served',
    async (run) => {
      const { service, client, key } = await start(run);
      const bytes = Buffer.from(headOfBody('POST /v1/pets', key, 102_400) + 'x'.repeat(102_399));
      await attackMemory(run, service, client, bytes);
    },
  );

  fault(
    'hostile requests for 20 s, or MINUTES: the documented statuses, no failure of 16 clients; bounded memory, files, p99',
    async (run) => {
      const { service, key } = await start(run, { BETA: 'on' });
      const kinds = ['list', 'get', 'list', 'get', 'list', 'get', 'create', 'repeated'] as const;
      const load = run.load({ instances: [service], key, clients: 16, kinds });
      const unexpected = new Set<string>();
      let hostile = 0;
      let isEnding = false;
      run.atEnd(() => (isEnding = true));
      const attacking = (async () => {
        for (; !isEnding; await delay(50), hostile++) {
          for (const each of await sendHostileRequests(service, key)) unexpected.add(each);
        }
      })();
      const samples: { memory: number; files: number; p99: number }[] = [];
      const sampleCount = Math.max(20, run.minutes);
      let [requests, longest] = [0, 0];
      const failures = new Set<string>();
      for (let sample = 0; sample < sampleCount; sample++) {
        await delay((Math.max(1 / 3, run.minutes) * 60_000) / sampleCount);
        // Removed, because those of an hour would fill the memory of this process.
        const observations = load.observations.splice(0);
        const times = observations.map(({ milliseconds }) => milliseconds);
        samples.push({ memory: memoryOf(service.pid), files: filesOf(service.pid), p99: percentile(times, 0.99) });
        for (const kind of kindsOf(observations.filter(isFailure))) failures.add(kind);
        requests += times.length;
        longest = times.reduce((one, other) => Math.max(one, other), longest);
      }
      isEnding = true;
      await Promise.all([attacking, load.end()]);
      const quarter = (number: number, figure: 'memory' | 'files' | 'p99') => {
        const size = Math.floor(samples.length / 4);
        return percentile(
          samples.slice((number - 1) * size, number * size).map((each) => each[figure]),
          0.5,
        );
      };
      const figures = (figure: 'memory' | 'files' | 'p99') =>
        [1, 2, 3, 4].map((n) => quarter(n, figure).toFixed(0)).join(' ');
      run.show({ requests, longest, 'rounds of hostile requests': hostile });
      run.show({ 'memory, MB': figures('memory'), files: figures('files'), 'p99, ms': figures('p99') });
      expect([...unexpected]).toEqual([]);
      expect([...failures]).toEqual([]);
      await run.requireNothingLost(new Client(service, key));
      // In less time, the heap still grows to its usual size.
      if (run.minutes < 10) return;
      expect(quarter(4, 'memory')).toBeLessThanOrEqual(Math.max(1.2 * quarter(2, 'memory'), quarter(2, 'memory') + 30));
      expect(quarter(4, 'files')).toBeLessThanOrEqual(quarter(2, 'files') + otherFiles);
      expect(quarter(4, 'p99')).toBeLessThanOrEqual(Math.max(3 * quarter(1, 'p99'), quarter(1, 'p99') + 25));
    },
  );
});

/** Sends the bytes on 5,000 connections, reads nothing, and requires at most 250 MB more than before. */
async function attackMemory(run: FaultRun, service: Service, client: Client, bytes: Buffer): Promise<void> {
  for (let warmUp = 0; warmUp < 500; warmUp++) await client.get('/v1/pets');
  await service.status(largestFile);
  const idle = memoryOf(service.pid);
  let sockets: Socket[] = [];
  let answers: Answer[] = [];
  const peak = await peakMemory(service, 1, async () => {
    sockets = await openSockets(
      service,
      connectionsOf(run.rounds(5_000)),
      (socket) => void socket.pause().write(bytes),
    );
    answers = await sendFor(client, 10);
  });
  destroyAll(sockets);
  run.show({ requests: sockets.length, longest: longestOf(answers), 'MB over idle': peak - idle });
  expect(answers.filter(isFailure)).toEqual([]);
  expect(peak - idle).toBeLessThanOrEqual(250);
}

/** Lists pets, one request every 20 ms. */
async function sendFor(client: Client, seconds: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await delay(20)) {
    answers.push(await client.get('/v1/pets?limit=1'));
  }
  return answers;
}

/** Returns the milliseconds of CPU time that the event loop of the service uses during the work. */
async function cpuTime(service: Service, work: () => Promise<unknown>): Promise<number> {
  const before = eventLoopTimeOf(service.pid);
  await work();
  return eventLoopTimeOf(service.pid) - before;
}
