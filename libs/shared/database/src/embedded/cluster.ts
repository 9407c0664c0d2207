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
import { makeForServer, makeReachable, requireRootAlone } from './directories.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { failureReason } from './failure-reason.ts';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { readVersionFile } from './read-version-file.ts';
import { runAsServerUser, serverUser } from './server-user.ts';

export const databaseName = 'petstore';
export const databaseUser = 'petstore';

/** Unix socket paths end at 107 bytes on Linux and at 103 on macOS. */
const longestSocketPath = 103;
const socketName = '.s.PGSQL.5432';

/** Connections come through the socket alone, which only the server's user may open; the log keeps one week. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // For ten instances with their pools, and operators beside them.
  max_connections: '200',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
};

/**
 * Runs the server given as arguments, asks it to stop (SIGINT: fast, clean) at the end of its own input, ends with it.
 * It asks until the server has gone: a shell starts its jobs with SIGINT ignored, so a server that is just starting
 * does not hear the first time.
 */
const keeper = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
{ while read -r _; do :; done; exec 3<&- </dev/null; while kill -INT $server 2>/dev/null; do sleep 0.2; done; } <&3 & reader=$!
wait $server; status=$?
kill $reader 2>/dev/null
exit $status`;

const startLogFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/**
 * A PostgreSQL data directory and what lies around it: where things are, and how they come about.
 *
 * As root, `postgresql` and `run` (the socket) belong to the server's user, who can put links there: root creates, opens
 * for writing, chowns and removes nothing in them. What root writes lies beside them, where only root can change anything.
 */
export class Cluster {
  readonly data: string;
  readonly pipe: string;
  readonly socketDirectory: string;
  private readonly keeper: string;
  private readonly startLog: string;

  /** Written by the server while it runs, removed when it has stopped. */
  readonly pidFile: string;

  private readonly run: string;
  private found: PostgresBinaries | undefined;

  constructor(private readonly directory: string) {
    this.run = join(directory, 'run');
    this.data = join(directory, 'postgresql');
    this.keeper = join(directory, 'keeper');
    this.pipe = join(this.keeper, 'lifeline');
    this.startLog = join(this.keeper, 'start.log');
    this.pidFile = join(this.data, 'postmaster.pid');
    const isShort = Buffer.byteLength(join(this.run, socketName)) <= longestSocketPath;
    this.socketDirectory = isShort ? this.run : `/tmp/petstore-${hashOf(directory)}`;
  }

  /** Makes the directories around the data. @throws EmbeddedPostgresFailed when another user can change one */
  prepare(): void {
    makeReachable(this.directory);
    mkdirSync(this.keeper, { recursive: true, mode: 0o700 });
    requireRootAlone(this.keeper);
    makeForServer(this.run);
    makeForServer(this.socketDirectory);
  }

  /** @throws EmbeddedPostgresFailed */
  initialise(): void {
    if (existsSync(this.data)) {
      this.requireSameMajorVersion();
      return this.requireRegularPidFile();
    }
    try {
      this.make(`${this.data}.new-${randomUUID()}`);
    } catch (error) {
      // Another process was faster, and may have taken this one's draft away: its directory is as good.
      if (!existsSync(this.data)) throw error;
    }
    this.removeDrafts();
  }

  /** Looked up once, and only by who starts the server: it asks the system and reads files. */
  private get binaries(): PostgresBinaries {
    return (this.found ??= postgresBinaries());
  }

  private make(draft: string): void {
    makeForServer(draft);
    const { initdb, postgres } = this.binaries;
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    run(initdb, ['-D', draft, '-U', databaseUser, '--auth=trust', ...locale]);
    run(postgres, ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${databaseName};\n`);
    renameSync(draft, this.data);
  }

  /**
   * Starts the server under its keeper, apart from this process's group so that a Ctrl-C does not reach it.
   * @param reader the end of the lifeline that the keeper is to read; it is closed here
   * @param extraSettings PostgreSQL settings beyond the usual
   * @param onExit called with how it ended, in one line
   */
  start(reader: number, extraSettings: Record<string, string>, onExit: (reason: string) => void): void {
    const all = { ...settings, unix_socket_directories: this.socketDirectory, ...extraSettings };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [this.binaries.postgres, '-D', this.data, ...flags];
    const log = openSync(this.startLog, startLogFlags, 0o600);
    const child = spawn('/bin/sh', ['-c', keeper, 'petstore-postgresql', ...command], {
      cwd: '/',
      detached: true,
      stdio: [reader, log, log],
      env: {},
      ...serverUser,
    });
    child.on('error', (error) => onExit(error.message));
    child.on('exit', () => onExit(this.lastWords()));
    child.unref();
    closeSync(reader);
    closeSync(log);
  }

  /**
   * Those of slower processes, and of killed ones. Who is writing into one meanwhile takes it away in turn. The server's
   * user empties them, because a recursive removal by root could be led elsewhere by a link.
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

  private lastWords(): string {
    return existsSync(this.startLog) ? failureReason(readFileSync(this.startLog, 'utf8')) : 'its directory has gone';
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

  /** PostgreSQL opens what lies there: at a named pipe it would wait for a writer until the start is given up. */
  private requireRegularPidFile(): void {
    // Not opened here: a process that waits for a reader of the pipe would go on.
    if (lstatSync(this.pidFile, { throwIfNoEntry: false })?.isFile() ?? true) return;
    throw new EmbeddedPostgresFailed(`${this.pidFile} is no regular file: remove it`);
  }
}

function run(program: string, args: string[], input = ''): void {
  const { status, stderr, error } = runAsServerUser(program, args, input);
  if (status !== 0) throw new EmbeddedPostgresFailed(`${program} failed: ${error?.message ?? failureReason(stderr)}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
