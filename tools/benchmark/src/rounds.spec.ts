import type { ApiRequest } from '@petstore/driver';
import { Progress } from '@petstore/reports';
import type { RunningPeer } from './equivalence.ts';
import type { LoadParameters, LoadGenerator } from './load/load-parameters.ts';
import { InvalidMeasurement, MeasurementFailed, Repeats } from './repeats.ts';
import { measureRounds, type Plan } from './rounds.ts';
import type { BenchmarkDatabase } from './benchmark-database.ts';

const plan: Plan = {
  rounds: 2,
  warmUp: { responses: 1, seconds: 1 },
  window: 1,
  connections: 1,
  pets: 100_000,
  operations: ['get'],
};

const onLinux = process.platform === 'linux' ? it : it.skip;

/** Returns a server whose process is this process, because the rounds read only the CPU time of the process. */
function runningPeer(name: string): RunningPeer {
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

const database = {
  pid: process.pid,
  key: 'key',
  vacuumAndCheckpoint: async () => undefined,
} as unknown as BenchmarkDatabase;

/** The requests of one window. */
interface SentLoad {
  readonly address: string;
  readonly requests: readonly ApiRequest[];
}

/**
 * Returns a load generator that sends nothing.
 * @param isInvalid whether the window with this index is invalid; the warm-up windows count too
 */
function fakeLoad(isInvalid: (window: number) => boolean) {
  const sentLoads: SentLoad[] = [];
  const run: LoadGenerator['run'] = async ({ address, draw }: LoadParameters, observe) => {
    observe('opens');
    observe('closes');
    sentLoads.push({ address, requests: [draw(), draw(), draw()] });
    if (isInvalid(sentLoads.length - 1)) throw new InvalidMeasurement('64 refused of 5000');
    return { milliseconds: 1_000, responses: 5_000 + sentLoads.length, p50: 1, p99: 2 };
  };
  return { sentLoads, generator: { name: 'fake', run } };
}

const servers = [runningPeer('petstore'), runningPeer('fastify')];

async function measure(isInvalid: (window: number) => boolean) {
  const { sentLoads, generator } = fakeLoad(isInvalid);
  const repeats = new Repeats(0);
  jest.spyOn(Progress.prototype, 'report').mockReturnValue();
  const measurements = await measureRounds(plan, generator, database, servers, [], new Progress(), repeats);
  return { sentLoads, repeats, throughput: (name: string) => measurements.valuesOf(name, 'get', 'throughput') };
}

// Windows 0 and 1 are the warm-up. Round 1 starts with fastify.
onLinux(
  'measureRounds repeats a window that is invalid twice, and keeps only the figures of the last repeat',
  async () => {
    const { sentLoads, repeats, throughput } = await measure((window) => window === 3 || window === 4);
    expect(sentLoads.map(({ address }) => address)).toEqual([
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
  },
);

onLinux('measureRounds sends the same requests in a repeat as to the other servers in that round', async () => {
  const { sentLoads } = await measure((window) => window === 2 || window === 3);
  expect(sentLoads.slice(2, 6).map(({ address }) => address)).toEqual(['fastify', 'fastify', 'fastify', 'petstore']);
  const [first, ...others] = sentLoads.slice(2, 6).map(({ requests }) => requests);
  for (const requests of others) expect(requests).toEqual(first);
});

onLinux('measureRounds repeats an invalid warm-up', async () => {
  const { repeats, throughput } = await measure((window) => window === 0);
  expect(repeats.all).toEqual([{ what: 'petstore, get, warm-up', reason: '64 refused of 5000' }]);
  expect(throughput('petstore')).toHaveLength(2);
});

onLinux('measureRounds throws if a window and all its repeats are invalid', async () => {
  await expect(measure((window) => window >= 2)).rejects.toThrow(MeasurementFailed);
});
