import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { freePort, type Processes } from '@petstore/database/testing';
import { archiveVariable, workspace } from './workspace.ts';

/** Environment variables. */
export type Environment = Readonly<Record<string, string>>;

/** The programs read no environment file, because that of the developer could name a database with data. */
export const noFile: Environment = { ENV_FILE: devNull };

const serviceFileOf = (tree: string) => join(tree, 'apps/api/dist/main.js');
const commandFileOf = (tree: string) => join(tree, 'apps/cli/dist/main.js');

/** The programs that the tests run: those of the archive in `npm test`, otherwise the compiled files. */
const programs = process.env[archiveVariable] ?? workspace;

export const serviceFile = serviceFileOf(programs);
export const commandFile = commandFileOf(programs);

/** A line of the service's log. */
export interface LogLine {
  readonly msg: string;
  readonly level: string;
  readonly [name: string]: unknown;
}

/** Where the log goes: a file descriptor, or a connected socket. */
export type Output = number | Socket;

/** The built service in a process. It keeps its port over restarts. */
export class Service {
  /** The built repository, or the unpacked archive, whose program `start` runs. */
  tree = programs;
  private child: ChildProcess | undefined;

  private constructor(
    private readonly processes: Processes,
    private readonly port: number,
    private readonly env: Environment,
    private readonly output: string | Output,
  ) {}

  /**
   * Starts the service, and waits until it is ready.
   * @param env must contain DATABASE_URL or DATA_DIR
   * @param stdout its standard output; without it, a file
   * @param tree the built repository, or the unpacked archive
   */
  static async start(
    processes: Processes,
    env: Environment,
    stdout?: Output,
    tree: string = programs,
  ): Promise<Service> {
    const service = await Service.create(processes, env, stdout);
    service.tree = tree;
    await service.start();
    return service;
  }

  /** Starts the service, and waits only until it listens: its database may be absent. */
  static async listen(processes: Processes, env: Environment): Promise<Service> {
    const service = await Service.create(processes, env);
    service.launch();
    await service.until('/health/live');
    return service;
  }

  private static async create(processes: Processes, env: Environment, stdout?: Output): Promise<Service> {
    const port = await freePort();
    return new Service(processes, port, env, stdout ?? join(processes.directory, `service-${port}.log`));
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** Starts the service again, and waits until it is ready. @throws Error with its standard error if it exits */
  async start(): Promise<void> {
    this.launch();
    await this.until('/health/ready');
  }

  /** Waits until a GET of the path has status 200. @throws Error with its standard error if the service exits */
  async until(path: string): Promise<void> {
    await this.processes.until(async () => this.hasExited || (await this.status(path)) === 200);
    if (this.hasExited) throw new Error(`the service has exited: ${readFileSync(this.errorFile, 'utf8')}`);
  }

  /** Starts the service, and waits for nothing. */
  launch(): void {
    const { output, env, port } = this;
    const [stdout, stderr] = [
      typeof output === 'string' ? openSync(output, 'a') : output,
      openSync(this.errorFile, 'w'),
    ];
    const stdio: StdioOptions = ['ignore', stdout, stderr];
    this.child = this.processes.spawn(process.execPath, [serviceFileOf(this.tree)], {
      env: { ...noFile, ...env, PORT: String(port) },
      stdio,
    });
    closeSync(stderr);
    if (stdout !== output) closeSync(stdout as number);
  }

  /** Sends the signal, and waits for the exit. @returns exit code; null after SIGKILL */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const exit = once(this.child!, 'exit') as Promise<[number | null]>;
    this.signal(signal);
    return (await exit)[0];
  }

  signal(signal: NodeJS.Signals): void {
    this.child!.kill(signal);
  }

  /** The lines of its log, also of earlier starts. Not for a service that was started with `stdout`. */
  get log(): LogLine[] {
    const lines = readFileSync(this.output as string, 'utf8')
      .split('\n')
      .slice(0, -1);
    return lines.map((line) => JSON.parse(line) as LogLine);
  }

  /** Waits for a line of the log whose message contains the text. */
  waitForLog(text: string): Promise<LogLine> {
    return this.processes.until(() => this.log.find(({ msg }) => msg.includes(text)));
  }

  /** Returns the status of a GET without a key on a new connection; undefined if there is no response. */
  async status(path: string): Promise<number | undefined> {
    const response = await fetch(this.address + path, { headers: { Connection: 'close' } }).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status;
  }

  /** Returns the sum of a metric over its labels, as collected after the call. The service needs METRICS_PORT. */
  async metric(name: string): Promise<number> {
    const scrape = async () => (await fetch(`http://127.0.0.1:${this.env['METRICS_PORT']}/metrics`)).text();
    // The service caches its metrics for a second. They contain its CPU time, so a text that differs was collected after the call.
    const cached = await scrape();
    const text = await this.processes.until(async () => {
      const latest = await scrape();
      return latest !== cached && latest;
    });
    const values = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
    return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
  }

  /** Runs the `petstore` command on the same database. @returns its standard output @throws Error with its standard error */
  petstore(...args: string[]): Promise<string> {
    return this.processes.output(process.execPath, [commandFileOf(this.tree), ...args], {
      env: { ...noFile, ...this.env },
    });
  }

  /** Issues an API key. @param options such as `--expires`, `1s` */
  issueKey(name = 'a client', ...options: string[]): Promise<string> {
    return this.petstore('keys', 'issue', name, ...options);
  }

  private get hasExited(): boolean {
    return this.child!.exitCode !== null || this.child!.signalCode !== null;
  }

  private get errorFile(): string {
    return join(this.processes.directory, `service-${this.port}.error`);
  }
}
