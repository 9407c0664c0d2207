import { spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
} from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { createForServer, createReachable, requireRootOnly } from './directory-permissions.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { failureReason } from './failure-reason.ts';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { readVersionFile } from './read-version-file.ts';
import { runAsServerUser, serverUser } from './server-user.ts';

export const databaseName = 'petstore';
export const databaseUser = 'petstore';

/** Maximum length of a Unix socket path: 103 bytes on macOS, 107 on Linux. */
const maxSocketPathBytes = 103;
const socketName = '.s.PGSQL.5432';

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

const startLogFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/**
 * A PostgreSQL data directory and the directories around it. Creates them and starts the server.
 *
 * When this process runs as root, `postgresql` and `run` (the socket) belong to the server's user, who can create links there.
 * Therefore root creates, opens for writing, chowns and removes nothing in them. Root writes only to `keeper`, which only root
 * can change.
 */
export class Cluster {
  readonly data: string;
  readonly leasePipe: string;
  readonly socketDirectory: string;
  private readonly supervisorDirectory: string;
  private readonly startLog: string;

  /** The server creates it at start and removes it when it stops. */
  readonly pidFile: string;

  private readonly runDirectory: string;
  private cachedBinaries: PostgresBinaries | undefined;

  constructor(private readonly directory: string) {
    this.runDirectory = join(directory, 'run');
    this.data = join(directory, 'postgresql');
    // The names `keeper` and `lifeline` must not change: processes of an earlier release use the same pipe.
    this.supervisorDirectory = join(directory, 'keeper');
    this.leasePipe = join(this.supervisorDirectory, 'lifeline');
    this.startLog = join(this.supervisorDirectory, 'start.log');
    this.pidFile = join(this.data, 'postmaster.pid');
    const isShort = Buffer.byteLength(join(this.runDirectory, socketName)) <= maxSocketPathBytes;
    this.socketDirectory = isShort ? this.runDirectory : `/tmp/petstore-${hashOf(directory)}`;
  }

  /** Creates the directories around the data. @throws EmbeddedPostgresFailed if another user can change one */
  prepare(): void {
    createReachable(this.directory);
    mkdirSync(this.supervisorDirectory, { recursive: true, mode: 0o700 });
    requireRootOnly(this.supervisorDirectory);
    createForServer(this.runDirectory);
    createForServer(this.socketDirectory);
  }

  /** @throws EmbeddedPostgresFailed */
  initialise(): void {
    if (existsSync(this.data)) {
      this.requireSameMajorVersion();
      return this.requireRegularPidFile();
    }
    try {
      this.create(`${this.data}.new-${randomUUID()}`);
    } catch (error) {
      // Another process was faster and may have removed this draft. Its data directory is used.
      if (!existsSync(this.data)) throw error;
    }
    this.removeDrafts();
  }

  /** Resolved lazily and once, because it runs programs and reads files. */
  private get binaries(): PostgresBinaries {
    return (this.cachedBinaries ??= postgresBinaries());
  }

  private create(draft: string): void {
    createForServer(draft);
    const { initdb, postgres } = this.binaries;
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    run(initdb, ['-D', draft, '-U', databaseUser, '--auth=trust', ...locale]);
    run(postgres, ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${databaseName};\n`);
    renameSync(draft, this.data);
  }

  /**
   * Starts the server under its supervisor, in another process group so that Ctrl-C does not reach it.
   * @param reader file descriptor of the lease pipe for the supervisor; closed by this method
   * @param extraSettings additional PostgreSQL settings
   * @param onExit called with the reason in one line
   */
  start(reader: number, extraSettings: Record<string, string>, onExit: (reason: string) => void): void {
    const all = { ...settings, unix_socket_directories: this.socketDirectory, ...extraSettings };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [this.binaries.postgres, '-D', this.data, ...flags];
    const log = openSync(this.startLog, startLogFlags, 0o600);
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
    closeSync(reader);
    closeSync(log);
  }

  /**
   * Removes drafts of slower and of killed processes. A process that still writes to its draft removes it itself. The
   * server's user deletes the contents, because a recursive removal by root could follow a link.
   */
  private removeDrafts(): void {
    const drafts = readdirSync(this.directory).filter((name) => name.startsWith(`${basename(this.data)}.new-`));
    for (const draft of drafts.map((name) => join(this.directory, name))) {
      runAsServerUser('/bin/rm', ['-rf', '--', draft]);
      try {
        rmdirSync(draft);
      } catch (error) {
        if (!['ENOENT', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    }
  }

  private exitReason(): string {
    return existsSync(this.startLog)
      ? failureReason(readFileSync(this.startLog, 'utf8'))
      : 'its data directory was deleted';
  }

  private requireSameMajorVersion(): void {
    const { majorVersion } = this.binaries;
    const found = readVersionFile(join(this.data, 'PG_VERSION'));
    if (found === majorVersion) return;
    throw new EmbeddedPostgresFailed(
      `the data in ${this.data} was written by PostgreSQL ${found}, and this is ${majorVersion}: ` +
        'dump it with the version that wrote it, then load the dump into an empty DATA_DIR',
    );
  }

  /** PostgreSQL opens this path. If it were a named pipe, PostgreSQL would wait for a writer until the start times out. */
  private requireRegularPidFile(): void {
    // Uses lstat, because opening a pipe would unblock a process that waits for a reader.
    if (lstatSync(this.pidFile, { throwIfNoEntry: false })?.isFile() ?? true) return;
    throw new EmbeddedPostgresFailed(`${this.pidFile} is not a regular file: remove it`);
  }
}

function run(program: string, args: string[], input = ''): void {
  const { status, stderr, error } = runAsServerUser(program, args, input);
  if (status !== 0) throw new EmbeddedPostgresFailed(`${program} failed: ${error?.message ?? failureReason(stderr)}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
