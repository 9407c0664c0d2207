import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, Processes, query, untilBlocked } from '@petstore/database/testing';
import type pg from 'pg';
import { commandFile, type Environment, noFile, Service, serviceFile } from './service.ts';

/** What the tests of the current file have started. All of it ends after the last test. */
export const processes = new Processes();
afterAll(() => processes.end());

/** The end of a program. */
export interface Result {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs. `result` is fulfilled at its end. */
export interface Running {
  readonly result: Promise<Result>;
  kill(signal: NodeJS.Signals): void;
}

/** Time limits, in milliseconds, that a busy machine does not exceed. The fault tests have the default limits. */
const relaxed: Environment = {
  DATABASE_STATEMENT_TIMEOUT: '20000',
  DRAIN_TIMEOUT: '30000',
};

/** Starts the service, and waits until it is ready. @param stdout file descriptor of its standard output */
export function startService(env: Environment, stdout?: number): Promise<Service> {
  return Service.start(processes, { ...relaxed, ...env }, stdout);
}

/** Starts the service, and waits until it listens. */
export function listenService(env: Environment): Promise<Service> {
  return Service.listen(processes, { ...relaxed, ...env });
}

/** Runs the service until it exits. */
export function runService(env: Environment, ...args: string[]): Promise<Result> {
  return runProgram(process.execPath, [serviceFile, ...args], { ...noFile, PORT: '0', ...env }).result;
}

/** Runs the `petstore` command. */
export function petstore(env: Environment, ...args: string[]): Promise<Result> {
  return startPetstore(env, args).result;
}

/** Starts the `petstore` command. @param onError called with each chunk of its standard error */
export function startPetstore(env: Environment, args: string[], onError?: (chunk: string) => void): Running {
  return runProgram(process.execPath, [commandFile, ...args], { ...noFile, ...env }, onError);
}

/** Writes a file that Node runs before a program. @returns setting of the program */
export function preload(name: string, script: string): { readonly NODE_OPTIONS: string } {
  const file = join(processes.directory, `${name}.cjs`);
  writeFileSync(file, script);
  return { NODE_OPTIONS: `--require=${file}` };
}

export async function issueKey(env: Environment, name = 'a client', ...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await petstore(env, 'keys', 'issue', name, ...options);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Runs a program in the folder of the test file. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Environment,
  onError: (chunk: string) => void = () => undefined,
): Running {
  const child = processes.spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr!.setEncoding('utf8').on('data', onError);
  const end = async () => {
    const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
    return { exitCode: child.exitCode, stdout, stderr };
  };
  return { result: end(), kill: (signal) => child.kill(signal) };
}

/** A new empty database on the server of the test run. */
export class Database {
  private constructor(
    readonly url: string,
    readonly name: string,
  ) {}

  /** @param name of a database that exists, or that a test creates later */
  static named(name: string): Database {
    return new Database(process.env['PETSTORE_TEST_SERVER']!.replace('/petstore?', `/${name}?`), name);
  }

  static async create(options = ''): Promise<Database> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await Database.named('petstore').query(`CREATE DATABASE ${name} ${options}`);
    return Database.named(name);
  }

  /** Setting of the service and of the command that use this database. */
  get location(): { readonly DATABASE_URL: string } {
    return { DATABASE_URL: this.url };
  }

  query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return query(this.url, statement, values);
  }

  /** Executes the statement in a transaction, which stays open. @returns its connection, which the test must end */
  async begin(statement: string): Promise<pg.Client> {
    const client = await connect(this.url);
    await client.query('BEGIN');
    await client.query(statement);
    return client;
  }

  /** Waits until this many statements wait for a lock. */
  async untilBlocked(count = 1): Promise<void> {
    await untilBlocked(this.url, count);
  }

  /** Names of the stored animals, in the order of their ids. */
  async petNames(): Promise<string[]> {
    const rows = await this.query<{ name: string }>('SELECT name FROM pets ORDER BY id');
    return rows.map(({ name }) => name);
  }
}
