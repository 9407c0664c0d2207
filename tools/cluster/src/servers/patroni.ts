import { type HostAddress, ports } from '../hosts/topology.ts';

/** A member of the cluster, as Patroni's `GET /cluster` describes it. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** Milliseconds for a response of the REST API. */
const requestTimeout = 2_000;

/** States of a member whose PostgreSQL works. Patroni 3.0 calls a standby `running`, later versions `streaming`. */
const workingStates: readonly string[] = ['running', 'streaming'];

/** Returns the members that a host sees. @throws Error if Patroni of that host does not respond, or cannot read etcd */
export async function members(host: HostAddress): Promise<readonly Member[]> {
  const response = await request(host, '/cluster');
  if (!response.ok) throw new Error(`Patroni of ${host.name} returned ${response.status}`);
  return ((await response.json()) as { members: Member[] }).members;
}

/** Returns the name of the member that has the lock and works as the primary; undefined if there is none. */
export function leaderOf(cluster: readonly Member[]): string | undefined {
  return cluster.find(({ role, state }) => role === 'leader' && workingStates.includes(state))?.name;
}

/** Returns the name of the synchronous standby; undefined if there is none. */
export function synchronousStandbyOf(cluster: readonly Member[]): string | undefined {
  return cluster.find(({ role }) => role === 'sync_standby')?.name;
}

/**
 * Returns why the cluster is not complete: a leader and standbys, all on the leader's timeline.
 * @param count number of members
 * @param isSynchronous whether one of the standbys must be synchronous
 */
export function incompleteReason(
  cluster: readonly Member[],
  count: number,
  isSynchronous: boolean,
): string | undefined {
  const leader = cluster.find(({ name }) => name === leaderOf(cluster));
  const isComplete =
    cluster.length === count &&
    leader !== undefined &&
    (!isSynchronous || synchronousStandbyOf(cluster) !== undefined) &&
    cluster.every(({ state, timeline }) => workingStates.includes(state) && timeline === leader.timeline);
  if (isComplete) return undefined;
  return cluster.map(({ name, role, state, timeline }) => `${name}: ${role} ${state} ${timeline}`).join(', ');
}

/** Whether Patroni of the host says that it is the leader. HAProxy asks the same. It can be true while etcd has no leader (`failsafe_mode`). */
export async function isPrimary(host: HostAddress): Promise<boolean> {
  const { ok } = await request(host, '/primary', { method: 'OPTIONS' });
  return ok;
}

/** Makes another member the leader. @throws Error if Patroni refuses */
export async function switchOver(host: HostAddress, leader: string, candidate: string): Promise<void> {
  await post(host, '/switchover', { leader, candidate }, 60_000);
}

async function post(host: HostAddress, path: string, body: object, timeout: number): Promise<void> {
  const response = await request(host, path, { method: 'POST', body: JSON.stringify(body) }, timeout);
  if (!response.ok) throw new Error(`Patroni of ${host.name}: POST ${path}: ${await response.text()}`);
}

function request({ address }: HostAddress, path: string, init: RequestInit = {}, timeout = requestTimeout) {
  const headers = { connection: 'close' };
  return fetch(`http://${address}:${ports.patroni}${path}`, {
    ...init,
    headers,
    signal: AbortSignal.timeout(timeout),
  });
}
