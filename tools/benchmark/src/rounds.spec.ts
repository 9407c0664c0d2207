import type { ApiRequest } from '@petstore/driver';
import type { RunningPeer } from './equivalence.ts';
import type { Load, LoadGenerator } from './load/load.ts';
import { Progress } from './progress.ts';
import { Interfered, NotMeasured, Repeats } from './repeats.ts';
import { measureRounds, type Plan } from './rounds.ts';
import type { Store } from './store.ts';

const plan: Plan = {
  rounds: 2,
  warmUp: { responses: 1, seconds: 1 },
  window: 1,
  connections: 1,
  pets: 100_000,
  operations: ['get'],
};

const onLinux = process.platform === 'linux' ? it : it.skip;

/** A server whose process id is that of this process, because only its CPU time is read. */
function running(name: string): RunningPeer {
  const peer = {
    name,
    title: name,
    isOurs: false,
    nextPageQuery: () => ({}),
    command: () => Promise.reject(new Error()),
  };
  const server = { address: name, pid: process.pid, requireAlive: () => undefined };
  return { peer, server: server as unknown as RunningPeer['server'] };
}

const store = { pid: process.pid, key: 'key', settle: async () => undefined } as unknown as Store;

interface Applied {
  readonly address: string;
  readonly requests: readonly ApiRequest[];
}

/** A load generator that sends nothing. @param interferes whether the window with this number, warm-up included, is interfered with */
function fakeLoad(interferes: (window: number) => boolean) {
  const applied: Applied[] = [];
  const apply: LoadGenerator['apply'] = async ({ address, draw }: Load, watched) => {
    watched('opens');
    watched('closes');
    applied.push({ address, requests: [draw(), draw(), draw()] });
    if (interferes(applied.length - 1)) throw new Interfered('64 refused of 5000');
    return { milliseconds: 1_000, responses: 5_000 + applied.length, p50: 1, p99: 2 };
  };
  return { applied, generator: { name: 'fake', apply } };
}

const servers = [running('petstore'), running('fastify')];

async function measure(interferes: (window: number) => boolean) {
  const { applied, generator } = fakeLoad(interferes);
  const repeats = new Repeats(0);
  jest.spyOn(Progress.prototype, 'report').mockReturnValue();
  const measurements = await measureRounds(plan, generator, store, servers, [], new Progress(), repeats);
  return { applied, repeats, throughput: (name: string) => measurements.of(name, 'get', 'throughput') };
}

// Windows 0 and 1 are the warm-up. Round 1 starts with fastify.
onLinux('repeats a window that was refused twice, and keeps only the figures of the last repeat', async () => {
  const { applied, repeats, throughput } = await measure((window) => window === 3 || window === 4);
  expect(applied.map(({ address }) => address)).toEqual([
    'petstore',
    'fastify',
    'fastify',
    'petstore',
    'petstore',
    'petstore',
    'petstore',
    'fastify',
  ]);
  expect(throughput('petstore')).toEqual([5_006, 5_007]);
  expect(throughput('fastify')).toEqual([5_003, 5_008]);
  const repeat = { what: 'petstore, get, round 1', reason: '64 refused of 5000' };
  expect(repeats.all).toEqual([repeat, repeat]);
});

onLinux('sends the same requests in a repeat as to the other servers in that round', async () => {
  const { applied } = await measure((window) => window === 2 || window === 3);
  expect(applied.slice(2, 6).map(({ address }) => address)).toEqual(['fastify', 'fastify', 'fastify', 'petstore']);
  const [first, ...others] = applied.slice(2, 6).map(({ requests }) => requests);
  for (const requests of others) expect(requests).toEqual(first);
});

onLinux('repeats a warm-up that was refused', async () => {
  const { repeats, throughput } = await measure((window) => window === 0);
  expect(repeats.all).toEqual([{ what: 'petstore, get, warm-up', reason: '64 refused of 5000' }]);
  expect(throughput('petstore')).toHaveLength(2);
});

onLinux('throws if a window was refused every time', async () => {
  await expect(measure((window) => window >= 2)).rejects.toThrow(NotMeasured);
});
