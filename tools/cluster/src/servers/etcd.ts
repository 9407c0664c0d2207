import { type HostAddress, ports } from '../hosts/topology.ts';

/** Milliseconds for a response of etcd. */
const requestTimeout = 2_000;

/** Whether the member is connected to a majority of the members. */
export async function isHealthy(host: HostAddress): Promise<boolean> {
  const response = await fetch(url(host, '/health'), { signal: AbortSignal.timeout(requestTimeout) });
  return ((await response.json()) as { health: string }).health === 'true';
}

/** Whether the member is the leader of etcd. */
export async function isEtcdLeader(host: HostAddress): Promise<boolean> {
  const response = await fetch(url(host, '/v3/maintenance/status'), {
    method: 'POST',
    body: '{}',
    signal: AbortSignal.timeout(requestTimeout),
  });
  const { leader, header } = (await response.json()) as { leader: string; header: { member_id: string } };
  return leader === header.member_id;
}

function url({ address }: HostAddress, path: string): string {
  return `http://${address}:${ports.etcd}${path}`;
}
