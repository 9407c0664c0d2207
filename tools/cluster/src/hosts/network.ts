import { execute } from './execute.ts';
import { clients, type HostAddress, prefixLength, ports } from './topology.ts';

const bridge = 'petstore';

/** Priority of the first routing rule that drops packets. */
const firstRule = 100;

/** State of a bridge port (`bridge link`): it drops or forwards packets. */
const portState = { disabled: '0', forwarding: '3' } as const;

/** Creates the bridge that connects all hosts, in the network namespace of this process. */
export async function createBridge(): Promise<void> {
  await execute('ip', 'link', 'set', 'lo', 'up');
  await execute('ip', 'link', 'add', bridge, 'type', 'bridge');
  await execute('ip', 'address', 'add', `${clients.address}/${prefixLength}`, 'dev', bridge);
  await execute('ip', 'link', 'set', bridge, 'up');
}

export async function deleteBridge(): Promise<void> {
  await execute('ip', 'link', 'delete', bridge);
}

/** Connects the network namespace of a process to the bridge. The port of the bridge has the name of the host. */
export async function connectHost({ name, address }: HostAddress, pid: number): Promise<void> {
  const inside = (...args: string[]) => execute('nsenter', '--target', String(pid), '--net', 'ip', ...args);
  const peer = ['peer', 'name', 'eth0', 'address', hardwareAddress(address), 'netns', String(pid)];
  await execute('ip', 'link', 'add', name, 'type', 'veth', ...peer);
  await execute('ip', 'link', 'set', name, 'master', bridge, 'up');
  await inside('address', 'add', `${address}/${prefixLength}`, 'dev', 'eth0');
  await inside('link', 'set', 'lo', 'up');
  await inside('link', 'set', 'eth0', 'up');
}

/** Removes the network interface of a host. Connections to it get no more packets, as after a power failure. */
export async function removeInterface({ name }: HostAddress): Promise<void> {
  await execute('ip', 'link', 'delete', name);
}

/** Makes the bridge drop all packets from and to a host, or forward them again. */
export async function setConnected({ name }: HostAddress, isConnected: boolean): Promise<void> {
  const state = isConnected ? portState.forwarding : portState.disabled;
  await execute('bridge', 'link', 'set', 'dev', name, 'state', state);
}

/** Makes a host drop the packets that it sends to and from the ports of etcd, or send them again. Its own etcd stays reachable for it. */
export async function setEtcdReachable(pid: number, isReachable: boolean): Promise<void> {
  const matches = [ports.etcd, ports.etcdPeers].flatMap((port) => [`dport ${port}`, `sport ${port}`]);
  for (const [index, match] of matches.entries()) {
    const action = isReachable ? ['delete'] : ['add'];
    const rule = ['priority', String(firstRule + index), 'ipproto', 'tcp', ...match.split(' '), 'type', 'blackhole'];
    await execute('nsenter', '--target', String(pid), '--net', 'ip', 'rule', ...action, ...rule);
  }
}

/** Returns the same hardware address after each boot, because other hosts remember it for minutes. */
export function hardwareAddress(address: string): string {
  const octets = address.split('.').map((octet) => Number(octet).toString(16).padStart(2, '0'));
  // The first octet 02 means: assigned locally.
  return ['02', '00', ...octets].join(':');
}
