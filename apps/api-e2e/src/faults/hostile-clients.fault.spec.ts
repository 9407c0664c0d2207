import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client, type Instance } from '../support/client.ts';
import { fault as declareFault, type FaultRun } from '../support/fault-test.ts';
import { isFailure, kindsOf, longestOf, percentile } from '../support/load.ts';
import { eventLoopTimeOf, filesOf, hasProc, memoryOf, openFileLimit } from '../support/proc.ts';
import { describeBehind, startNginx } from '../support/proxies.ts';
import { head, headOfBody, openSocket, openSockets, write } from '../support/raw-socket.ts';
import { commandFile, type Environment, type LogLine, noFile, type Service } from '../support/service.ts';
import { type CloudEvent, WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  closingRequestsWithoutKey,
  requestsWithoutKey,
  sendHostileRequests,
  sendSeries,
  unknownKey,
} from './hostile-requests.ts';

/** Files that the service may open meanwhile for other purposes, such as database connections. */
const otherFiles = 16;

const largestFile = '/docs/swagger-ui-bundle.js';

/** Number of addresses of the hostile clients. nginx accepts 200 requests at a time from each address, and 2,000 from all. */
const addresses = 8;

/** Starts a service, behind nginx if `isProxy`. Commits do not wait for the disk, because its speed is not the subject. */
async function start(run: FaultRun, isProxy: boolean, env: Environment = {}) {
  const postgres = await run.postgres({ fsync: 'off' });
  const service = await run.service(postgres, { ...(isProxy && { TRUST_PROXY: '1' }), ...env });
  const key = await service.issueKey();
  /** What the clients connect to. */
  const edge: Instance = isProxy ? await startNginx(run.processes, service, withoutRateLimit) : service;
  return { postgres, service, edge, key, client: new Client(edge, key) };
}

function fault(bound: string, test: (run: FaultRun) => Promise<void>): void {
  declareFault(bound, test, hasProc ? undefined : 'this system has no /proc');
}

/** The clients of a load have one address, and together send more requests than one address may. */
const withoutRateLimit = {
  'limit_req_zone $binary_remote_addr': `map $remote_addr $petstore_limited { 127.0.0.1 ''; default $binary_remote_addr; }
    limit_req_zone $petstore_limited`,
};

/** Returns the wanted number of connections, or fewer if the limit of open files, less a reserve, does not allow them. */
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

describeBehind('nginx', 'hostile-clients (nginx)', () => {
  fault(
    '6,000 idle connections and 600 that send a byte a second: no failure of 32 clients, p99 1 s, 300 MB',
    async (run) => {
      const { service, edge, key } = await start(run, true);
      const load = run.load({ instances: [edge], key });
      await load.successes(300);
      const sockets = await openSockets(edge, connectionsOf(run.rounds(6_600)), prepareIdleOrSlow, addresses);
      const opened = load.observations.length;
      await sendSlowly(sockets, 8);
      const memory = memoryOf(service.pid);
      destroyAll(sockets);
      await load.end();
      const p99 = p99Of(load.observations.slice(opened));
      run.show({ connections: sockets.length, 'p99, ms': p99, 'memory, MB': memory });
      expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
      expect(load.observations.length - opened).toBeGreaterThan(100);
      expect(p99).toBeLessThanOrEqual(1_000);
      expect(memory).toBeLessThanOrEqual(300);
      await run.requireNothingLost(new Client(edge, key));
    },
  );

  fault(
    '1,000 clients reset a create before its end or its response: no file or transaction stays open',
    async (run) => {
      const { postgres, service, edge, key } = await start(run, true);
      const load = run.load({ instances: [edge], key });
      await load.successes(300);
      const before = filesOf(service.pid);
      for (let number = 0; number < run.rounds(1_000); number++) {
        const body = JSON.stringify(run.ledger.nextPet());
        const request = headOfBody('POST /v1/pets', key, body.length) + body;
        const socket = await openSocket(edge);
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
      await run.requireNothingLost(new Client(edge, key));
    },
  );

  fault(
    '1,100 clients send keys that were never issued: all get 401; another client no failure, within 5 s',
    async (run) => {
      const { edge, client } = await start(run, true);
      const request = () => head('GET /v1/pets', `Authorization: Bearer ${unknownKey()}`);
      const statuses = new Map<string, number>();
      const attackers = await openSockets(
        edge,
        run.rounds(1_100),
        (socket) => {
          socket.on('data', (bytes) => {
            const status = bytes.toString('latin1', 9, 12);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            socket.write(request());
          });
          socket.write(request());
        },
        addresses,
      );
      const answers = await sendFor(client, 5);
      destroyAll(attackers);
      const longest = longestOf(answers);
      run.show({ requests: statuses.get('401'), longest, 'requests of the other client': answers.length });
      expect([...statuses.keys()]).toEqual(['401']);
      expect(answers.filter(isFailure)).toEqual([]);
      expect(longest).toBeLessThanOrEqual(5_000);
    },
  );

  /** What 4,000 clients send, in turn. They read nothing. */
  const unread: Record<string, (key: string) => string> = {
    'pipeline 450 lists': (key) => head('GET /v1/pets?limit=100', `Authorization: Bearer ${key}`).repeat(450),
    'pipeline 300 scripts': () => head(`GET ${largestFile}`).repeat(300),
    'send all of a large body but its last byte': (key) =>
      headOfBody('POST /v1/pets', key, 102_400) + 'x'.repeat(102_399),
    'send 10,000 chunks of a byte': () =>
      head('POST /v1/pets', 'Transfer-Encoding: chunked') + '1\r\na\r\n'.repeat(10_000),
    'send garbage': () => '\x01'.repeat(1_000),
  };
  fault(
    '4,000 clients read nothing and pipeline, or send bodies or garbage: 150 MB over idle; another client is served',
    async (run) => {
      const { service, edge, client, key } = await start(run, true);
      for (let warmUp = 0; warmUp < 500; warmUp++) await client.get('/v1/pets');
      await service.status(largestFile);
      const idle = memoryOf(service.pid);
      const kinds = Object.values(unread);
      let answers: Answer[] = [];
      const peak = await peakMemory(service, 1, async () => {
        const count = connectionsOf(run.rounds(4_000));
        const sockets = await openSockets(
          edge,
          count,
          (socket, index) => void socket.pause().write(kinds[index % kinds.length]!(key)),
          addresses,
        );
        answers = await sendFor(client, 10);
        destroyAll(sockets);
      });
      run.show({ requests: answers.length, longest: longestOf(answers), 'MB over idle': peak - idle });
      expect(answers.filter(isFailure)).toEqual([]);
      expect(peak - idle).toBeLessThanOrEqual(150);
    },
  );

  fault(
    'hostile requests for 20 s, or MINUTES: the documented statuses, no failure of 16 clients; bounded memory, files, p99; 3 readers and deliver get the log',
    async (run) => {
      const { postgres, service, edge, key } = await start(run, true, { BETA: 'on' });
      const kinds = ['list', 'get', 'list', 'get', 'list', 'get', 'create', 'repeated'] as const;
      const load = run.load({ instances: [edge], key, clients: 16, kinds });
      const unexpected = new Set<string>();
      let hostile = 0;
      let isEnding = false;
      run.atEnd(() => (isEnding = true));
      const attacking = (async () => {
        for (; !isEnding; await delay(50), hostile++) {
          for (const each of await sendHostileRequests(edge, key, true)) unexpected.add(each);
        }
      })();
      let hasEnded = false;
      const logs = [100, 1_000, 5_000].map((pause) => new ReadLog(pause));
      const following = logs.map((log) => log.follow(new Client(edge, key), () => hasEnded));
      const receiver = new WebhookReceiver();
      await receiver.start();
      run.atEnd(() => receiver.kill());
      const delivered = new ReadLog();
      run.processes.spawn(process.execPath, [commandFile, 'deliver', receiver.url, '--from', 'oldest'], {
        env: { ...noFile, DATABASE_URL: postgres.url, WEBHOOK_SECRET: receiver.secret },
        stdio: 'ignore',
      });
      const samples: { memory: number; files: number; p99: number }[] = [];
      const sampleCount = Math.max(20, run.minutes);
      let [requests, longest] = [0, 0];
      const failures = new Set<string>();
      for (let sample = 0; sample < sampleCount; sample++) {
        await delay((Math.max(1 / 3, run.minutes) * 60_000) / sampleCount);
        // Removed, because those of an hour would fill the memory of this process.
        const observations = load.observations.splice(0);
        delivered.addArrivals(receiver);
        const times = observations.map(({ milliseconds }) => milliseconds);
        samples.push({ memory: memoryOf(service.pid), files: filesOf(service.pid), p99: percentile(times, 0.99) });
        for (const kind of kindsOf(observations.filter(isFailure))) failures.add(kind);
        requests += times.length;
        longest = times.reduce((one, other) => Math.max(one, other), longest);
      }
      isEnding = true;
      await Promise.all([attacking, load.end()]);
      hasEnded = true;
      await Promise.all(following);
      const events = logs[0]!.count;
      await run.processes.until(() => delivered.addArrivals(receiver) === events, 1_000, 600_000);
      for (const kind of kindsOf(load.observations.filter(isFailure))) failures.add(kind);
      const quarter = (number: number, figure: 'memory' | 'files' | 'p99') => {
        const size = Math.floor(samples.length / 4);
        return percentile(
          samples.slice((number - 1) * size, number * size).map((each) => each[figure]),
          0.5,
        );
      };
      const figures = (figure: 'memory' | 'files' | 'p99') =>
        [1, 2, 3, 4].map((n) => quarter(n, figure).toFixed(0)).join(' ');
      run.show({
        requests,
        longest,
        'rounds of hostile requests': hostile,
        events,
        'delivered again': delivered.misplaced,
      });
      run.show({ 'memory, MB': figures('memory'), files: figures('files'), 'p99, ms': figures('p99') });
      expect([...unexpected]).toEqual([]);
      expect([...failures]).toEqual([]);
      const { acknowledged, unknownStored } = await run.requireNothingLost(new Client(edge, key));
      expect(events).toBe(acknowledged + unknownStored);
      expect(logs.map(({ misplaced }) => misplaced)).toEqual([0, 0, 0]);
      expect(new Set([...logs, delivered].map((log) => log.digest())).size).toBe(1);
      expect(receiver.violations).toEqual([]);
      // In less time, the heap still grows to its usual size.
      if (run.minutes < 10) return;
      expect(quarter(4, 'memory')).toBeLessThanOrEqual(Math.max(1.2 * quarter(2, 'memory'), quarter(2, 'memory') + 30));
      expect(quarter(4, 'files')).toBeLessThanOrEqual(quarter(2, 'files') + otherFiles);
      expect(quarter(4, 'p99')).toBeLessThanOrEqual(Math.max(3 * quarter(1, 'p99'), quarter(1, 'p99') + 25));
    },
  );
});

describe('hostile-clients (no proxy)', () => {
  fault(
    '4,000 clients without a key are idle, slow, pipeline or do not read: 512 MB, the slow ones are cut off, no failure of 16 clients',
    async (run) => {
      const { service, key } = await start(run, false);
      const load = run.load({ instances: [service], key, clients: 16 });
      await load.successes(300);
      const longHeaders = Array.from({ length: 16 }, (_, index) => `${String(index).padStart(200, 'x')}: 1`);
      const unread = [
        head(`GET ${largestFile}`) + head(`GET ${largestFile}`, ...longHeaders).repeat(15),
        head(`GET ${largestFile}`).repeat(1_000),
        head('POST /v1/pets', 'Content-Length: 102400') + 'x'.repeat(102_399),
        head('POST /v1/pets', 'Transfer-Encoding: chunked') + '1\r\na\r\n'.repeat(10_000),
        'GARBAGE\r\n\r\n'.repeat(1_000),
        head('CONNECT pets:1') + 'x'.repeat(100_000),
      ];
      let sockets: Socket[] = [];
      const closed: Promise<unknown>[] = [];
      const peak = await peakMemory(service, 1, async () => {
        const count = connectionsOf(run.rounds(4_000));
        sockets = await openSockets(service, count, async (socket, index) => {
          if (index % 4 === 0) return void socket.pause().write(unread[(index / 4) % unread.length]!);
          await prepareIdleOrSlow(socket, index);
          if (isSlow(index)) closed.push(new Promise((resolve) => socket.once('close', resolve)));
        });
        await sendSlowly(sockets, 14);
        await Promise.all(closed);
      });
      destroyAll(sockets);
      await load.end();
      run.show({ connections: sockets.length, 'cut off': closed.length, 'memory, MB': peak });
      expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
      expect(peak).toBeLessThanOrEqual(512);
      await run.requireNothingLost(new Client(service, key));
    },
  );

  fault('hostile requests: the documented statuses, no failure of 16 clients, no crash, no 5xx', async (run) => {
    const { service, key } = await start(run, false, { BETA: 'on' });
    const load = run.load({ instances: [service], key, clients: 16 });
    const unexpected = new Set<string>();
    for (let round = 0; round < run.rounds(20); round++) {
      for (const each of await sendHostileRequests(service, key, false)) unexpected.add(each);
    }
    await load.end();
    expect([...unexpected]).toEqual([]);
    expect(kindsOf(load.observations.filter(isFailure))).toEqual([]);
    // Until the database is open, the probe gets 503.
    const isServerError = (line: LogLine) => Number(line['status']) >= 500 && line['route'] !== '/health/ready';
    expect(service.log.filter(isServerError)).toEqual([]);
    await run.requireNothingLost(new Client(service, key));
    expect(await service.end('SIGTERM')).toBe(0);
  });

  fault('each of 37 kinds of requests without a key 1,000 times: at most 1 ms of the event loop each', async (run) => {
    const { service } = await start(run, false, { TRUST_PROXY: 'loopback' });
    const count = run.rounds(1_000);
    const costs: [kind: string, milliseconds: number][] = [];
    const measure = async (kind: string, bytes: string, each: number) => {
      await sendSeries(service, bytes, each, 400);
      costs.push([kind, (await cpuTime(service, () => sendSeries(service, bytes, each, count))) / count]);
    };
    for (const [kind, bytes] of Object.entries(requestsWithoutKey)) await measure(kind, bytes, 20);
    for (const [kind, bytes] of Object.entries(closingRequestsWithoutKey)) await measure(kind, bytes, 1);
    const [most] = costs.sort(([, one], [, other]) => other - one);
    run.show({ requests: costs.length * count, 'most, ms': most![1], kind: most![0] });
    expect(costs.filter(([, cost]) => cost > 1)).toEqual([]);
  });
});

/** What somebody has read of the log. It keeps no event, because those of an hour would fill the memory of this process. */
class ReadLog {
  count = 0;
  /** Events that did not have the next position: missing before them, or read again. */
  misplaced = 0;
  private readonly ids = createHash('sha256');

  /** @param pause milliseconds between two reads at the end of the log */
  constructor(private readonly pause = 0) {}

  /** Reads from the beginning, until `hasEnded` and nothing is left. */
  async follow(client: Client, hasEnded: () => boolean): Promise<void> {
    for (let path = '/v1/events?limit=100'; ;) {
      const isLast = hasEnded();
      const { items, next } = await client.readPage<CloudEvent>(path);
      items.forEach((event) => this.add(event));
      path = next!;
      if (items.length > 0) continue;
      if (isLast) return;
      await delay(this.pause);
    }
  }

  /** Takes the events that have arrived; each may arrive again. @returns the number of all */
  addArrivals(receiver: WebhookReceiver): number {
    receiver.bodies.length = 0;
    for (const { event } of receiver.arrivals.splice(0)) this.add(event);
    return this.count;
  }

  digest(): string {
    return this.ids.copy().digest('hex');
  }

  private add({ id, sequence }: CloudEvent): void {
    if (Number(sequence) !== this.count + 1) return void (this.misplaced += 1);
    this.count += 1;
    this.ids.update(id);
  }
}

/** One of eleven connections sends a head without its end. */
const isSlow = (index: number) => index % 11 === 0;

/** Makes the connection idle after a response, like those of a client's pool, or begins to send a head on it. */
async function prepareIdleOrSlow(socket: Socket, index: number): Promise<void> {
  await write(socket, isSlow(index) ? 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\nX-Slow: ' : head('GET /health/live'));
  if (!isSlow(index)) await once(socket, 'data');
  socket.resume();
}

/** Sends a byte a second on the slow connections. */
async function sendSlowly(sockets: readonly Socket[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const [index, socket] of sockets.entries()) if (isSlow(index) && socket.writable) socket.write('x');
    await delay(1_000);
  }
}

function p99Of(observations: readonly { readonly milliseconds: number }[]): number {
  return percentile(
    observations.map(({ milliseconds }) => milliseconds),
    0.99,
  );
}

/** Lists pets, one request after another, with pauses of 20 ms. */
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
