import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../support/client.ts';
import { fault } from '../support/fault-test.ts';
import { isFailure, type Observation } from '../support/load.ts';
import { Cluster, patroniSeconds, progress } from './cluster.ts';
import type { Host } from './host.ts';

/** What the test of a fault works with. */
interface ClusterTest {
  readonly cluster: Cluster;
  /** The leader before the first change. */
  readonly leader: Host;
  /** Waits for `successes` further successful answers, but at most 90 s, and then runs the action. */
  readonly change: (what: string, action: () => unknown) => Promise<void>;
}

interface Expectation {
  readonly leader: 'the same' | 'another';
  /** Maximum seconds between two acknowledged creates. */
  readonly recovery: number;
  /** Whether requests may remain without an answer. */
  readonly losesConnections?: boolean;
}

const [ttl, loopWait] = [patroniSeconds('ttl'), patroniSeconds('loop_wait')];

/** The lock expires and a standby notices it. Then it is promoted, HAProxy checks it, and the service connects. */
const failover = { leader: 'another', recovery: ttl + loopWait + 20 } as const;

/** Maximum seconds of an answer. The service answers within 2.3 s; the rest is for a machine that is busy with all hosts. */
const longestAnswer = 10;

/** Successful answers before each change and at the end. */
const successes = 300;

/** Declares a fault of the cluster. Each has a new cluster: two instances of the service, and four clients. */
function clusterFault(
  name: string,
  what: string,
  expected: Expectation,
  test: (cluster: ClusterTest) => Promise<void>,
): void {
  const bound = `${what}: ${expected.leader} leader; creates again within ${expected.recovery} s; answers within ${longestAnswer} s; nothing is lost`;
  describe(name, () => {
    fault(bound, async (run) => {
      const cluster = await Cluster.start(run.processes, name);
      const leader = await cluster.leader();
      const key = await cluster.issueKey();
      const load = run.load({
        instances: [cluster],
        key,
        clients: 4,
        kinds: ['create', 'repeated', 'get', 'list'],
        // HAProxy refuses more than 1,000 requests a second of one address.
        interval: 10,
      });
      const change: ClusterTest['change'] = async (text, action) => {
        await Promise.race([load.successes(successes), delay(90_000, undefined, { ref: false })]);
        progress(text);
        await action();
      };
      await test({ cluster, leader, change });
      await cluster.complete();
      await load.successes(successes);
      await load.end();

      const { observations, longest } = load;
      const creates = observations.filter(({ status }) => status === 201).map(({ at }) => at);
      const recovery = Math.max(...creates.slice(1).map((at, index) => at - creates[index]!)) / 1_000;
      const leaderNow = await cluster.leader();
      const failures = observations.filter(isFailure).length;
      run.show({ 'recovery (s)': recovery, failures, leader: `${leader.name} → ${leaderNow.name}` });
      const client = new Client(cluster, key);
      await run.requireNothingLost(client).finally(() => client.close());
      const unexpected = observations.filter((each) => !isExpected(each, expected));
      expect(unexpected.map(({ kind, status, code }) => `${kind} ${status} ${code}`)).toEqual([]);
      expect(recovery).toBeLessThanOrEqual(expected.recovery);
      expect(longest).toBeLessThanOrEqual(longestAnswer * 1_000);
      expect(leaderNow === leader).toBe(expected.leader === 'the same');
    });
  });
}

/** A repeated create gets 409 while its first attempt is in progress. */
function isExpected({ kind, status }: Observation, { losesConnections = false }: Expectation): boolean {
  if (status === 0) return losesConnections;
  return status < 300 || status === 503 || (kind === 'repeated' && status === 409);
}

clusterFault('leader-killed', 'its host loses power, and boots later', failover, async ({ leader, change }) => {
  await change('the host of the leader loses its power', () => leader.powerOff());
  await change('it boots', () => leader.boot());
});

clusterFault(
  'leader-cut-off',
  'the network drops all its packets for a while',
  failover,
  async ({ leader, change }) => {
    await change('the leader is cut off', () => leader.setConnected(false));
    await change('it is connected again', () => leader.setConnected(true));
  },
);

clusterFault(
  'switchover',
  'patronictl switchover',
  { leader: 'another', recovery: 30 },
  async ({ cluster, change }) => {
    await change('patronictl switchover', () => cluster.switchOver());
  },
);

clusterFault(
  'proxies-restarted',
  'HAProxy, then PgBouncer of the leader, are stopped and started',
  { leader: 'the same', recovery: 10, losesConnections: true },
  async ({ cluster: { proxy }, leader, change }) => {
    await change('HAProxy restarts', async () => {
      await proxy.end('haproxy', 'SIGTERM');
      proxy.start('haproxy');
    });
    await change('PgBouncer restarts', async () => {
      await leader.end('pgbouncer', 'SIGTERM');
      leader.start('pgbouncer');
    });
  },
);

clusterFault(
  'etcd-stopped',
  'all of etcd is stopped for longer than the lock lives',
  { leader: 'the same', recovery: 10 },
  async ({ cluster: { databases }, change }) => {
    await change('etcd stops on all hosts', () => Promise.all(databases.map((host) => host.end('etcd', 'SIGTERM'))));
    await delay((ttl + 2 * loopWait) * 1_000);
    await change('etcd starts', () => databases.forEach((host) => host.start('etcd')));
  },
);

describe('access', () => {
  fault('without a certificate: Patroni executes no command, and etcd responds to nothing', async (run) => {
    const cluster = await Cluster.start(run.processes, 'access');
    const commands = [
      'PATCH /config',
      'PUT /config',
      'POST /restart',
      'POST /reload',
      'POST /reinitialize',
      'POST /switchover',
    ];
    for (const { address, name } of cluster.databases) {
      for (const command of commands) {
        const [method, path] = command.split(' ') as [string, string];
        expect(await cluster.send(method, `https://${address}:8008${path}`)).toMatchObject({ status: 403 });
      }
      const keys = `https://${address}:2379/v2/keys/`;
      for (const url of [keys, `https://${address}:2380/version`]) {
        await expect(cluster.send('GET', url)).rejects.toThrow(/certificate/);
      }
      expect(await cluster.send('GET', keys, name)).toMatchObject({ status: 200 });
    }
  });
});
