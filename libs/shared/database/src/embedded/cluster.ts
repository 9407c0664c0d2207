import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';
import { createDirectory, createForServer, createReachable, requireRootOnly } from './directory-permissions.ts';
import { failureReason } from './failure-reason.ts';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { otherVersionProblem } from './other-version-problem.ts';
import { removeServerDirectory } from './remove-server-directory.ts';
import { runAsServerUser, serverUser } from './server-user.ts';

export const databaseName = 'petstore';
const databaseUser = 'petstore';

/** Maximum length of a Unix socket path: 103 bytes on macOS, 107 on Linux. */
const maxSocketPathBytes = 103;
const port = 5432;
const socketName = `.s.PGSQL.${port}`;

/** Name of PostgreSQL's data directory in the directory of a cluster. */
export const dataName = 'postgresql';

export interface ClusterOptions {
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The server listens only on the socket, which only its user can open. It keeps its log files for one week. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Enough for the pools of ten instances and for operators.
  max_connections: '200',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
};

/**
 * Runs the server that its arguments name. At the end of its input it sends SIGINT (fast shutdown), and it exits with the
 * server. It repeats the signal, because a shell starts its jobs with SIGINT ignored, so that a starting server misses it.
 */
const supervisorScript = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
{ while read -r _; do :; done; exec 3<&- </dev/null; while kill -INT $server 2>/dev/null; do sleep 0.2; done; } <&3 & reader=$!
wait $server; status=$?
kill $reader 2>/dev/null
exit $status`;

const startLogFlags = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_TRUNC | fs.constants.O_NOFOLLOW;

/**
 * A PostgreSQL data directory and the directories around it.
 *
 * When this process runs as root, `postgresql` and `run` (the socket) belong to the server's user, who can create links there.
 * Therefore root creates, opens for writing, chowns and removes nothing in them. Root writes only to `keeper`, which only root
 * can change.
 */
export class Cluster {
  readonly url: string;
  readonly leasePipe: string;
  /** The server creates it at start and removes it when it stops. */
  readonly pidFile: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  private readonly runDirectory: string;
  private readonly socketDirectory: string;
  private readonly startLog: string;
  private cachedBinaries: PostgresBinaries | undefined;

  constructor(
    readonly directory: string,
    private readonly options: ClusterOptions = {},
  ) {
    // The names `keeper` and `lifeline` must not change: processes of an earlier release use the same pipe.
    this.leasePipe = join(directory, 'keeper', 'lifeline');
    this.startLog = join(directory, 'keeper', 'start.log');
    this.data = join(directory, dataName);
    this.pidFile = join(this.data, 'postmaster.pid');
    this.runDirectory = join(directory, 'run');
    const isShort = Buffer.byteLength(join(this.runDirectory, socketName)) <= maxSocketPathBytes;
    const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
    this.socketDirectory = isShort ? this.runDirectory : `/tmp/petstore-${hash}`;
    const host = encodeURIComponent(this.socketDirectory);
    // Without port and sslmode, the driver would use PGPORT and PGSSLMODE.
    this.url = `postgresql://${databaseUser}@/${databaseName}?host=${host}&port=${port}&sslmode=disable`;
  }

  /** Creates the directories around the data. @throws EmbeddedPostgresFailed if another user can change one */
  prepare(): void {
    createReachable(this.directory);
    const supervisorDirectory = dirname(this.leasePipe);
    createDirectory(supervisorDirectory, 0o700);
    requireRootOnly(supervisorDirectory);
    createForServer(this.runDirectory);
    createForServer(this.socketDirectory);
  }

  /** Creates the data directory, or checks the existing one. @throws EmbeddedPostgresFailed */
  initialise(): void {
    if (fs.existsSync(this.data)) return this.requireUsableData();
    try {
      this.create(`${this.data}.new-${randomUUID()}`);
    } catch (error) {
      // Another process was faster and may have removed this draft. Its data directory is used.
      if (!fs.existsSync(this.data)) throw error;
    }
    this.removeDrafts();
  }

  /**
   * Starts the server under its supervisor, in another process group so that Ctrl-C does not reach it.
   * @param reader file descriptor of the lease pipe for the supervisor; closed by this method
   * @param onExit called with the reason in one line
   */
  start(reader: number, onExit: (reason: string) => void): void {
    const all = { ...settings, unix_socket_directories: this.socketDirectory, ...this.options.settings };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [this.binaries.postgres, '-D', this.data, ...flags];
    const log = fs.openSync(this.startLog, startLogFlags, 0o600);
    const child = spawn('/bin/sh', ['-c', supervisorScript, 'petstore-postgresql', ...command], {
      cwd: '/',
      detached: true,
      stdio: [reader, log, log],
      env: {},
      ...serverUser,
    });
    child.on('error', (error) => onExit(error.message));
    child.on('exit', () => onExit(this.exitReason()));
    child.unref();
    fs.closeSync(reader);
    fs.closeSync(log);
  }

  /** Runs programs and reads files, therefore only once and only to start a server. */
  private get binaries(): PostgresBinaries {
    return (this.cachedBinaries ??= postgresBinaries());
  }

  private create(draft: string): void {
    createForServer(draft);
    const { initdb, postgres } = this.binaries;
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const sync = this.options.settings?.['fsync'] === 'off' ? ['--no-sync'] : [];
    run(initdb, ['-D', draft, '-U', databaseUser, '--auth=trust', ...locale, ...sync]);
    run(postgres, ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${databaseName};\n`);
    fs.renameSync(draft, this.data);
  }

  /** Removes drafts of slower and of killed processes. A process that still writes to its draft removes it itself. */
  private removeDrafts(): void {
    const drafts = fs.readdirSync(this.directory).filter((name) => name.startsWith(`${basename(this.data)}.new-`));
    for (const draft of drafts) removeServerDirectory(join(this.directory, draft));
  }

  private exitReason(): string {
    if (!fs.existsSync(this.startLog)) return 'its data directory was deleted';
    return failureReason(fs.readFileSync(this.startLog, 'utf8'));
  }

  private requireUsableData(): void {
    const otherVersion = otherVersionProblem(this.data, this.binaries.majorVersion);
    if (otherVersion !== undefined) throw new EmbeddedPostgresFailed(otherVersion);
    // PostgreSQL would wait for the writer of a named pipe. Not opened here: that would unblock a writer of the pipe.
    if (fs.lstatSync(this.pidFile, { throwIfNoEntry: false })?.isFile() === false) {
      throw new EmbeddedPostgresFailed(`${this.pidFile} is not a regular file: remove it`);
    }
  }
}

function run(program: string, args: string[], input = ''): void {
  const { status, stderr, error } = runAsServerUser(program, args, input);
  if (status !== 0) throw new EmbeddedPostgresFailed(`${program} failed: ${error?.message ?? failureReason(stderr)}`);
}
