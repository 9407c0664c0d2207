import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@petstore/database/testing';
import { Client } from '../support/client.ts';
import { fault, type FaultRun } from '../support/fault-test.ts';
import { isFailure, kindsOf, type Load } from '../support/load.ts';
import { hasProc, memoryOf } from '../support/proc.ts';
import { head, openSockets } from '../support/raw-socket.ts';
import type { Output, Service } from '../support/service.ts';

/** Bytes of log lines that the service writes during the outage: more than the 8 MB that it buffers. */
const floodSize = 11_000_000;

/** The log line of such a request has at least 400 bytes. */
const request = head(
  'GET /nothing',
  `X-Request-Id: ${'x'.repeat(128)}`,
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
);

const bound = 'no failure of 32 clients, within 5 s; 80 MB more; dropped lines are counted';
const skipReason = hasProc ? undefined : 'this system has no /proc';

/** The service under load while its log cannot be written. */
class Outage {
  private constructor(
    private readonly run: FaultRun,
    private readonly service: Service,
    private readonly key: string,
    private readonly load: Load,
  ) {}

  static async start(run: FaultRun, stdout: Output): Promise<Outage> {
    const postgres = await run.postgres({ fsync: 'off' });
    const service = await run.service(postgres, { METRICS_PORT: String(await freePort()) }, stdout);
    const key = await service.issueKey();
    const load = run.load({ instances: [service], key });
    await load.successes(300);
    return new Outage(run, service, key, load);
  }

  /** Floods the log, and requires bounded memory and a count of the dropped lines. */
  async flood(): Promise<void> {
    const before = memoryOf(this.service.pid);
    let left = Math.ceil(floodSize / 400);
    const flooding = (await openSockets(this.service, 8)).map(async (socket) => {
      for (; left > 0; left -= 1) {
        socket.write(request);
        await once(socket, 'data');
      }
      socket.destroy();
    });
    await Promise.all(flooding);
    await this.load.successes(300);
    const grown = memoryOf(this.service.pid) - before;
    this.run.show({ 'lines dropped': await this.droppedLines(), 'memory grown, MB': grown });
    expect(await this.droppedLines()).toBeGreaterThan(0);
    expect(grown).toBeLessThanOrEqual(80);
  }

  /** Requires that all lines are complete, and that a line has the number of dropped lines. @param reader of the log */
  async resume(reader: Socket): Promise<void> {
    const chunks: Buffer[] = [];
    reader.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    const lines = () => Buffer.concat(chunks).toString().split('\n').slice(0, -1);
    await this.run.processes.until(() => lines().some((line) => line.includes('lines were dropped')), 100);
    await this.load.successes(300);
    const parsed = lines().map((line) => JSON.parse(line) as { msg: string; lines?: number });
    const reports = parsed.filter(({ msg }) => msg === 'log lines were dropped');
    expect(reports.map(({ lines: count }) => count)).toEqual([await this.droppedLines()]);
    expect(parsed.at(-1)).not.toBe(reports[0]);
  }

  /** Requires that no request has failed, and that the service ends. */
  async end(): Promise<void> {
    await this.load.end();
    expect(kindsOf(this.load.observations.filter(isFailure))).toEqual([]);
    expect(this.load.longest).toBeLessThanOrEqual(5_000);
    await this.run.requireNothingLost(new Client(this.service, this.key));
    expect(await this.service.end('SIGTERM')).toBe(0);
  }

  private droppedLines(): Promise<number> {
    return this.service.metric('petstore_log_lines_dropped_total');
  }
}

/** A named pipe with a reader that does not read yet. */
function createPipe(run: FaultRun) {
  const path = join(run.processes.directory, 'log');
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('mkfifo failed');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const reader = new Socket({ fd, readable: true, writable: false }).pause();
  const writer = openSync(path, constants.O_WRONLY);
  run.atEnd(() => [reader.destroy(), closeSync(writer)]);
  return { reader, writer };
}

describe('hostile-clients (log)', () => {
  const full = existsSync('/dev/full') ? skipReason : 'there is no /dev/full';
  fault(
    `standard output is a full disk: ${bound}`,
    async (run) => {
      const writer = openSync('/dev/full', 'w');
      run.atEnd(() => closeSync(writer));
      const outage = await Outage.start(run, writer);
      await outage.flood();
      await outage.end();
    },
    full,
  );

  fault(
    `the reader of a pipe stops reading: ${bound}; then the log goes on`,
    async (run) => {
      const { reader, writer } = createPipe(run);
      const outage = await Outage.start(run, writer);
      // Makes the writes to the pipe block: libuv clears O_NONBLOCK of a pipe that it passes to a process.
      spawnSync('true', { stdio: ['ignore', writer, 'ignore'] });
      await outage.flood();
      await outage.resume(reader);
      await outage.end();
    },
    skipReason,
  );

  fault(
    `the reader of a socket, as journald has, stops reading: ${bound}; then the log goes on`,
    async (run) => {
      const path = join(run.processes.directory, 'log');
      const listener = createServer({ pauseOnConnect: true }).listen(path);
      const writer = connect(path);
      const [reader] = (await once(listener, 'connection')) as [Socket];
      run.atEnd(() => [listener.close(), writer.destroy(), reader.destroy()]);
      const outage = await Outage.start(run, writer);
      await outage.flood();
      await outage.resume(reader);
      await outage.end();
    },
    skipReason,
  );
});
