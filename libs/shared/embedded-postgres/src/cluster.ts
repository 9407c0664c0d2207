import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createReachable } from './directory-permissions.ts';
import { failureReason } from './failure-reason.ts';
import type { EmbeddedPostgresOptions } from './options.ts';
import { findPrograms, run, type PostgresPrograms } from './postgres-programs.ts';
import { dataName, serverUser, serverUserId } from './server-user.ts';

export const port = 5432;
const socketName = `.s.PGSQL.${port}`;

/** Exists in the data directory while a server runs, and after it was killed. */
const lockFile = 'postmaster.pid';

/** Maximum length of the path of a Unix socket on macOS. Linux allows 107. */
const maxSocketPathBytes = 103;

/** The server listens only on the socket, which only its user can open. It keeps its log files for one week. */
const defaultSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
};

/** For which `pg_ctl` waits. After a crash, a start can take longer: then `EmbeddedPostgres` waits, and can be stopped meanwhile. */
const startSeconds = '5';

/**
 * Whether process `$1` is a PostgreSQL whose working directory is the data directory, which is true of every server. The process number
 * alone does not tell: after a crash another process may have it, and a killed server keeps it until its parent has noticed the end.
 */
const isServerScript =
  process.platform === 'darwin'
    ? // Compares inode numbers, because lsof escapes characters of a path.
      '/usr/sbin/lsof -a -p "$1" -c postgres -d cwd -Fi | grep -Fqx "i$(/usr/bin/stat -f %i "$PGDATA")"'
    : '[ "/proc/$1/cwd" -ef "$PGDATA" ] && read -r name < "/proc/$1/comm" && [ "$name" = postgres ]';

/** Milliseconds. */
const stopTimeout = 10_000;

/**
 * PostgreSQL's data directory in a directory of the program, with the socket in it.
 *
 * If this process runs as root, the data belongs to the server's user, who can create links in it. Therefore root creates, writes
 * and removes nothing in it. In the program's directory itself, only root can change anything.
 */
export class Cluster {
  readonly data: string;
  /** URL of the database for pg, psql and pg_dump. */
  readonly url: string;
  readonly socketDirectory: string;
  private readonly log: string;
  private foundPrograms: PostgresPrograms | undefined;

  constructor(
    private readonly directory: string,
    private readonly options: EmbeddedPostgresOptions,
  ) {
    const { name } = options;
    this.data = join(directory, dataName);
    this.log = join(directory, 'start.log');
    const isShort = Buffer.byteLength(join(this.data, socketName)) <= maxSocketPathBytes;
    // For PostgreSQL and psql, a comma separates two directories.
    const canHaveSocket = isShort && !this.data.includes(',');
    const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
    this.socketDirectory = canHaveSocket ? this.data : `/tmp/${name}-${hash}`;
    const host = encodeURIComponent(this.socketDirectory);
    // Without port and sslmode, the driver would use PGPORT and PGSSLMODE.
    this.url = `postgresql://${name}@/${name}?host=${host}&port=${port}&sslmode=disable`;
  }

  /** Options of the program `postgres`. */
  get serverOptions(): string[] {
    const all = { ...defaultSettings, unix_socket_directories: this.socketDirectory, ...this.options.settings };
    return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  /** Finds the programs at the first use, because that reads files and, if this process is root, runs a program. */
  get programs(): PostgresPrograms {
    return (this.foundPrograms ??= findPrograms(this.options));
  }

  /** Creates the data directory, or checks the existing one. @throws options.Failed */
  async prepare(): Promise<void> {
    const isNew = !fs.existsSync(this.data);
    // Before anything is created, so that an image without PostgreSQL says so.
    if (isNew) void this.programs;
    createReachable(this.directory, this.options);
    if (isNew) await this.create();
    this.requireVersion();
    if (this.socketDirectory !== this.data) await this.createSocketDirectory();
  }

  /** Returns the process number in the lock files of the last server; undefined if there is none. Another process may have it now. */
  lockHolder(): string | undefined {
    const files = [join(this.data, lockFile), join(this.socketDirectory, `${socketName}.lock`)];
    return files.map(readProcessNumber).find((number) => number !== undefined);
  }

  exists(): boolean {
    return fs.existsSync(this.data);
  }

  /** Returns when the lock file in the data directory was last changed, in seconds since 1970; NaN if there is none. */
  lockFileChangedAt(): number {
    const found = fs.statSync(join(this.data, lockFile), { throwIfNoEntry: false });
    return Math.floor((found?.ctimeMs ?? NaN) / 1_000);
  }

  /** Whether the process is a server that uses the data. It may be starting or stopping. */
  async isServer(pid: string): Promise<boolean> {
    return (await run('/bin/sh', ['-c', isServerScript, 'sh', pid], this.data)) === undefined;
  }

  /**
   * Starts the server, and waits until it accepts connections. PostgreSQL ignores the process number `PG_GRANDPARENT_PID` in a lock file.
   * It still refuses to start while the shared memory of another server is in use.
   * @param staleHolder the process number in the lock files, if that process is no server of the data: it would prevent the start
   * @returns the reason in one line if it does not start
   */
  async start(staleHolder = ''): Promise<string | undefined> {
    if (!this.exists()) {
      return `${this.data} does not exist: put it back, or restart the program to create an empty database`;
    }
    const { pgCtl, postgres } = this.programs;
    const words = [`PG_GRANDPARENT_PID=${staleHolder}`, postgres, ...this.serverOptions];
    const command = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    // pg_ctl sets the variable to the number of its own parent, and `env` replaces it.
    return this.logged(pgCtl, ['start', '-s', '-t', startSeconds, '-p', '/usr/bin/env', '-o', command], this.data);
  }

  /** Stops the server and waits for its end, for at most 10 s. Closes all connections, and loses no committed transaction. */
  async stop(pid: string): Promise<void> {
    // In another container that shares the data, the number belongs to another process.
    if (!(await this.isServer(pid))) return;
    await this.signal(pid, 'INT');
    for (const deadline = Date.now() + stopTimeout; this.lockHolder() === pid && Date.now() < deadline;)
      await delay(10);
  }

  /** Sends a signal to the server, as its user. */
  async signal(pid: string, signal: 'INT' | 'QUIT'): Promise<void> {
    await run(this.programs.pgCtl, ['kill', signal, pid], this.data);
  }

  /** Creates the data in a draft, so that a killed process leaves no incomplete data directory. */
  private async create(): Promise<void> {
    const draft = `${this.data}.new-${randomUUID()}`;
    fs.mkdirSync(draft, { mode: 0o700 });
    if (serverUser) fs.chownSync(draft, serverUserId, serverUserId);
    const { initdb, postgres } = this.programs;
    const { name, settings, Failed } = this.options;
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const sync = settings['fsync'] === 'off' ? ['--no-sync'] : [];
    try {
      const failure =
        (await this.logged(initdb, ['-U', name, '--auth=trust', ...locale, ...sync], draft)) ??
        // Without the option, a failed statement does not end the program, and its exit code is 0.
        (await this.logged(
          postgres,
          ['--single', '-c', 'exit_on_error=true', 'postgres'],
          draft,
          `CREATE DATABASE ${name};\n`,
        ));
      if (failure !== undefined) throw new Failed(`the database cannot be created: ${failure}`);
      fs.renameSync(draft, this.data);
      syncDirectory(this.directory);
    } catch (error) {
      // Another process may have been faster, and have removed this draft. Its data is used.
      if (!fs.existsSync(this.data)) throw error;
    } finally {
      await this.removeDrafts(draft);
    }
  }

  /**
   * Removes the own draft and, if there is data, those of slower and of killed processes. As the server's user, because root could follow
   * a link in them.
   */
  private async removeDrafts(own: string): Promise<void> {
    const all = () => fs.readdirSync(this.directory).filter((name) => name.startsWith(`${dataName}.new-`));
    const drafts = this.exists() ? all().map((name) => join(this.directory, name)) : [own];
    for (const draft of drafts) {
      await run('/bin/rm', ['-rf', draft], draft);
      try {
        fs.rmdirSync(draft);
      } catch {
        // It does not exist any more, or another process still writes to it. That process removes it.
      }
    }
  }

  private requireVersion(): void {
    // The server's user may have replaced the file by a link: nothing but a number is printed.
    const [found = 'an unknown version'] = /^\d+/.exec(fs.readFileSync(join(this.data, 'PG_VERSION'), 'utf8')) ?? [];
    const { majorVersion } = this.programs;
    if (found === majorVersion) return;
    const { directorySetting, urlSetting, Failed } = this.options;
    throw new Failed(
      `the data in ${this.data} was written by PostgreSQL ${found}, and this release contains only ` +
        `${majorVersion}: save it with pg_dump from a PostgreSQL of that version, and restore it into another ${directorySetting} ` +
        `or into the PostgreSQL of ${urlSetting}`,
    );
  }

  /** Creates the directory as the server's user, or checks that no other user has created it. */
  private async createSocketDirectory(): Promise<void> {
    await run('/bin/mkdir', ['-m', '700', this.socketDirectory], this.data);
    const found = fs.lstatSync(this.socketDirectory);
    if (found.isDirectory() && found.uid === serverUserId && (found.mode & 0o077) === 0) return;
    throw new this.options.Failed(
      `${this.socketDirectory} belongs to another user or is not a private directory: remove it, or set ` +
        `${this.options.directorySetting} to a shorter path without commas`,
    );
  }

  /** Runs a program with its output in the log of starts. @returns the reason in one line if it fails */
  private async logged(program: string, args: string[], data: string, input = ''): Promise<string | undefined> {
    const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW } = fs.constants;
    const output = fs.openSync(this.log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW, 0o600);
    try {
      const end = await run(program, args, data, output, input);
      return end && (failureReason(fs.readFileSync(this.log, 'utf8')) || end);
    } finally {
      fs.closeSync(output);
    }
  }
}

/** Writes the names in a directory to the disk, so that a new one is there after a power loss. */
function syncDirectory(directory: string): void {
  const descriptor = fs.openSync(directory, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

/** Reads the first line of a lock file. A server in single-user mode writes its number with a minus sign. */
function readProcessNumber(file: string): string | undefined {
  try {
    return /^-?(\d+)\n/.exec(fs.readFileSync(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
