import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { childProcesses, childrenOf, signalIfAlive } from '@petstore/processes';
import { execute } from './execute.ts';
import { connectHost, removeInterface, setConnected, setEtcdReachable } from './network.ts';
import type { HostAddress } from './topology.ts';

/** A program that runs on a host. */
export interface Program {
  /** Name of its log file. */
  readonly name: string;
  readonly path: string;
  readonly args?: readonly string[];
  /** The user that runs it. Default: root. */
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A file of a host, and the user that owns it. */
export interface HostFile {
  readonly path: string;
  readonly text: string;
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Debian's programs come before others of the same name. */
const path = '/usr/sbin:/usr/bin:/sbin:/bin';

/** First process of a host. It waits for the processes whose parents have ended, and its end ends all processes of the host. */
const init = `
set -e
for target in $TARGETS; do mount --bind "$FILES$target" "$target"; done
mount -t tmpfs -o mode=755 tmpfs /run
install --directory --owner=postgres /run/postgresql
# The machine's watchdog must not be used: it would reset the machine.
for device in /dev/watchdog*; do [ ! -e "$device" ] || mount --bind /dev/null "$device"; done
hostname "$NAME"
echo booted
while sleep 60; do :; done
`;

/**
 * A host: network, process, mount, host name and IPC namespaces. Its directories survive a power failure, its processes do not. The
 * kernel removes all of it when its first process ends.
 */
export class Host {
  private container: ChildProcess | undefined;
  private init = 0;
  private readonly programs = new Map<string, ChildProcess>();
  private readonly mounts: (readonly [source: string, target: string])[] = [];

  /**
   * @param files directory of the host's files
   * @param logs directory of the logs
   * @param targets directories of the machine that the host replaces by directories in `files`
   */
  constructor(
    readonly at: HostAddress,
    private readonly files: string,
    private readonly logs: string,
    private readonly targets: readonly string[],
  ) {
    for (const target of targets) mkdirSync(join(files, target), { recursive: true });
  }

  /** Writes a file below one of the host's own directories. */
  write({ path: file, text, owner }: HostFile): void {
    const real = join(this.files, file);
    mkdirSync(dirname(real), { recursive: true });
    writeFileSync(real, text, { mode: 0o600 });
    if (owner) chownSync(real, owner.uid, owner.gid);
  }

  /** Changes the owner of one of the host's own directories. */
  giveTo(directory: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
    chownSync(join(this.files, directory), uid, gid);
  }

  /** Starts the host without programs and connects it to the network. */
  async boot(): Promise<void> {
    const namespaces = ['--net', '--pid', '--mount', '--uts', '--ipc', '--fork', '--kill-child', '--mount-proc'];
    const env = { PATH: path, NAME: this.at.name, FILES: this.files, TARGETS: this.targets.join(' ') };
    const container = childProcesses.spawn('unshare', [...namespaces, 'sh', '-c', init], {
      env,
      stdio: ['ignore', 'pipe', this.openLog('init')],
    });
    this.container = container;
    const hasEnded = once(container, 'exit').then(() => {
      throw new Error(`${this.at.name} did not boot: see ${this.logs}`);
    });
    await Promise.race([once(container.stdout!, 'data'), hasEnded]);
    hasEnded.catch(() => undefined);
    [this.init = 0] = childrenOf(container.pid!);
    for (const [source, target] of this.mounts) await this.bind(source, target);
    await connectHost(this.at, this.init);
  }

  /** Replaces a directory of the machine by another one, now and after each boot. Running programs keep the files that they opened. */
  async mount(source: string, target: string): Promise<void> {
    this.mounts.push([source, target]);
    await this.bind(source, target);
  }

  /** Starts a program. Its output goes to its log. */
  start({ name, path: program, args = [], user, env = {} }: Program): void {
    const privileges = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
    const log = this.openLog(name);
    const child = childProcesses.spawn('nsenter', [...this.enter(), ...privileges, program, ...args], {
      env: { PATH: path, HOME: '/', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.programs.set(name, child);
  }

  /** Sends a signal to a program and, unless `keepsRunning`, waits until it has ended. */
  async signal(name: string, signal: NodeJS.Signals, keepsRunning = false): Promise<void> {
    const child = this.programs.get(name);
    if (!child) throw new Error(`${name} does not run on ${this.at.name}`);
    const [pid] = childrenOf(child.pid!);
    if (pid !== undefined) signalIfAlive(pid, signal);
    if (keepsRunning) return;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    this.programs.delete(name);
  }

  /** Ends all processes at once and removes the network interface before, so that no connection is closed: a power failure. */
  async powerOff(): Promise<void> {
    await removeInterface(this.at);
    const { container } = this;
    const exit = once(container!, 'exit');
    signalIfAlive(this.init, 'SIGKILL');
    await exit;
    this.init = 0;
    this.programs.clear();
  }

  /** Whether the host has power. */
  get isRunning(): boolean {
    return this.init !== 0;
  }

  /** Whether a program runs on the host. */
  runs(name: string): boolean {
    return this.programs.has(name);
  }

  /** Sends a signal to processes of the host. Default: to all. */
  signalAll(signal: NodeJS.Signals, pids = this.processes()): void {
    for (const pid of pids) signalIfAlive(pid, signal);
    // nsenter stops with its child, and would not notice the end of a program otherwise.
    if (signal === 'SIGCONT') for (const { pid } of this.programs.values()) signalIfAlive(pid!, signal);
  }

  /** Returns the process ids of all processes of the host, as this process sees them. */
  processes(): number[] {
    const namespace = readlinkSync(`/proc/${this.init}/ns/pid`);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => ifAlive(() => readlinkSync(`/proc/${pid}/ns/pid`)) === namespace);
  }

  /** Returns the process ids of the processes with this name. */
  processesCalled(name: string): number[] {
    return this.processes().filter((pid) => ifAlive(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) === name);
  }

  setConnected(isConnected: boolean): Promise<void> {
    return setConnected(this.at, isConnected);
  }

  setEtcdReachable(isReachable: boolean): Promise<void> {
    return setEtcdReachable(this.init, isReachable);
  }

  private enter(): string[] {
    return ['--target', String(this.init), '--net', '--pid', '--mount', '--uts', '--ipc', '--'];
  }

  private async bind(source: string, target: string): Promise<void> {
    await execute('nsenter', ...this.enter(), 'mount', '--bind', source, target);
  }

  private openLog(name: string): number {
    return openSync(join(this.logs, `${this.at.name}-${name}.log`), 'a');
  }
}

/** Returns what `read` returns; undefined if the process has ended since it was listed. */
function ifAlive<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
