import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, type Processes } from '@petstore/database/testing';
import type { Environment } from '../support/service.ts';
import { workspace } from '../support/workspace.ts';

export const configuration = join(workspace, 'deploy/cluster');

export const path = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** User and command of each program, as in Debian's units. */
const programs = {
  etcd: ['etcd', 'etcd'],
  patroni: ['postgres', 'patroni', '/etc/patroni/patroni.yml'],
  pgbouncer: ['postgres', 'pgbouncer', '/etc/pgbouncer/pgbouncer.ini'],
  haproxy: ['root', 'haproxy', '-W', '-f', '/etc/haproxy/haproxy.cfg'],
  service: ['root', process.execPath, join(workspace, 'apps/api/dist/main.js')],
} as const;

export type Program = keyof typeof programs;

/** First process of a host: it waits for the processes whose parents have ended, and the kernel ends all others with it. */
const initScript = 'while sleep 60; do :; done';

/**
 * Connects the host to the bridge. A host of an earlier row may keep its link for a moment. The hardware address stays the same after a
 * boot, because the other hosts remember it.
 */
const connect = `
ip link delete "$NAME" 2>/dev/null
set -e
ip link add "$NAME" type veth peer name eth0 address "02:00:00:00:00:$NUMBER" netns "$INIT"
ip link set "$NAME" master petstore up
`;

/** Gives the host an address and its own directories. The machine's watchdog is hidden: Patroni would let it reset the machine. */
const prepare = `
set -e
ip link set lo up
ip address add "$ADDRESS/24" dev eth0
ip link set eth0 up
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs tmpfs /dev/shm
mkdir -p "$FILES/configuration"
cp "$CONFIGURATION"/* "$CERTIFICATES/ca.crt" "$FILES/configuration"
chmod 644 "$FILES/configuration"/*
if [ -e "$CERTIFICATES/$NAME.key" ]; then
  install --mode=644 "$CERTIFICATES/$NAME.crt" "$FILES/configuration/host.crt"
  install --owner=postgres --group=etcd --mode=640 "$CERTIFICATES/$NAME.key" "$FILES/configuration/host.key"
fi
install --directory --owner=postgres /run/postgresql "$FILES/postgresql"
install --directory --owner=etcd "$FILES/etcd"
mount --bind "$FILES/postgresql" /var/lib/postgresql
mount --bind "$FILES/etcd" /var/lib/etcd
for target in /etc/patroni /etc/pgbouncer /etc/haproxy; do mount -o bind,ro "$FILES/configuration" "$target"; done
for device in /dev/watchdog*; do [ ! -e "$device" ] || mount --bind /dev/null "$device"; done
`;

/** A host: namespaces of this machine. Its data survives a power failure, its processes do not. */
export class Host {
  private machine: ChildProcess | undefined;
  private initPid = 0;
  private readonly running = new Map<Program, ChildProcess>();

  /**
   * @param env environment of its programs
   * @param starts the programs that it starts when it boots
   * @param certificates folder in which `certificates.sh` ran
   * @param log file for the output of all its programs
   */
  constructor(
    private readonly processes: Processes,
    readonly name: string,
    readonly address: string,
    private readonly env: Environment,
    private readonly starts: readonly Program[],
    private readonly certificates: string,
    private readonly log: string,
  ) {}

  async boot(): Promise<void> {
    const { processes, name, address } = this;
    const namespaces = ['--net', '--pid', '--mount', '--ipc', '--fork', '--kill-child', '--mount-proc'];
    this.machine = this.spawn('unshare', [...namespaces, 'sh', '-c', initScript]);
    const { pid = 0 } = this.machine;
    // Until the child of unshare has become the shell, its mounts are not private.
    const isShell = (child: number) => readFileSync(`/proc/${child}/comm`, 'utf8') === 'sh\n';
    this.initPid = await processes.until(() => childrenOf(pid).find(isShell));
    const NUMBER = address.split('.')[3]!.padStart(2, '0');
    await processes.output('sh', ['-c', connect], { env: { ...path, NAME: name, NUMBER, INIT: String(this.initPid) } });
    const files = {
      FILES: join(processes.directory, name),
      CONFIGURATION: configuration,
      CERTIFICATES: this.certificates,
    };
    const env = { ...path, ...files, NAME: name, ADDRESS: address };
    await processes.output('nsenter', this.inside('root', 'sh', '-c', prepare), { env });
    for (const program of this.starts) this.start(program);
  }

  /** Ends all processes at once. The network ends before, so that no connection is closed: a power failure. */
  async powerOff(): Promise<void> {
    await this.processes.output('ip', ['link', 'delete', this.name], { env: path });
    const exit = once(this.machine!, 'exit');
    process.kill(this.initPid, 'SIGKILL');
    await exit;
  }

  /** Drops all packets from and to the host, or forwards them again. */
  async setConnected(isConnected: boolean): Promise<void> {
    const state = isConnected ? 'forwarding' : 'disabled';
    await this.processes.output('bridge', ['link', 'set', 'dev', this.name, 'state', state], { env: path });
  }

  start(program: Program): void {
    const [user, ...command] = programs[program];
    this.running.set(program, this.spawn('nsenter', this.inside(user, ...command)));
  }

  /** Sends the signal to the program, which is the child of nsenter, and waits for its end. */
  async end(program: Program, signal: NodeJS.Signals): Promise<void> {
    const child = this.running.get(program)!;
    const exit = once(child, 'exit');
    for (const pid of childrenOf(child.pid!)) process.kill(pid, signal);
    await exit;
  }

  /** Runs a command to its end and returns its standard output. @throws Error with its standard error if it fails */
  execute(user: string, ...command: string[]): Promise<string> {
    return this.processes.output('nsenter', this.inside(user, ...command), { env: path });
  }

  private inside(user: string, ...command: string[]): string[] {
    const privileges = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
    return ['--target', String(this.initPid), '--net', '--pid', '--mount', '--ipc', ...privileges, ...command];
  }

  private spawn(program: string, args: readonly string[]): ChildProcess {
    const log = openSync(this.log, 'a');
    const child = this.processes.spawn(program, args, {
      // In its own session, as a daemon is. Linux shares the CPU between sessions, so that other work does not stop the host.
      detached: true,
      env: { ...path, HOME: '/', ...this.env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }
}
