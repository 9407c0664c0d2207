import type { ApiRequest } from '@petstore/driver';
import { Progress } from '@petstore/reports';
import type { RunningPeer } from './equivalence.ts';
import type { LoadParameters, LoadGenerator } from './load/load-parameters.ts';
import { InvalidMeasurement, Repeats } from './repeats.ts';
import { measureRounds, orderOf, type Plan } from './rounds.ts';
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
    kind: 'peer' as const,
    sharesStatements: false,
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

/** What is wrong with a window. */
type Fault = 'refused' | 'stalled';

/**
 * Returns a load generator that sends nothing.
 * @param faultOf returns the fault of the window with this index; the warm-up windows count too
 */
function fakeLoad(faultOf: (window: number) => Fault | undefined) {
  const sentLoads: SentLoad[] = [];
  const run: LoadGenerator['run'] = async ({ address, draw }: LoadParameters, observe) => {
    observe('opens');
    observe('closes');
    sentLoads.push({ address, requests: [draw(), draw(), draw()] });
    const fault = faultOf(sentLoads.length - 1);
    if (fault === 'refused') throw new InvalidMeasurement('64 refused of 5000');
    const responses = 5_000 + sentLoads.length;
    return { milliseconds: 1_000, responses, p50: 1, p99: 2, longest: fault === 'stalled' ? 600 : 3 };
  };
  return { sentLoads, generator: { name: 'fake', run } };
}

const servers = [runningPeer('petstore'), runningPeer('fastify')];

/** @param secondsPerCall seconds that pass from one reading of the clock to the next */
async function measure(
  faultOf: (window: number) => Fault | undefined,
  changes: Partial<Plan> = {},
  secondsPerCall = 0,
) {
  const { sentLoads, generator } = fakeLoad(faultOf);
  const repeats = new Repeats({ pause: 0 });
  const report = jest.spyOn(Progress.prototype, 'report').mockReturnValue();
  let seconds = 0;
  const elapsed = () => (seconds += secondsPerCall);
  const environment = { generator, database, servers, positions: [], progress: new Progress(), repeats, elapsed };
  const { measurements, rounds } = await measureRounds({ ...plan, ...changes }, environment);
  const messages = report.mock.calls.map(([message]) => message);
  report.mockRestore();
  const throughput = (name: string) => [...measurements.valuesOf(name, 'get', 'throughput')];
  return { sentLoads, repeats, rounds, messages, throughput };
}

const namesOf = (sentLoads: readonly SentLoad[]) => sentLoads.map(({ address }) => address);

// Windows 0 and 1 are the warm-up, 2 and 3 round 1, 4 and 5 round 2, which has the reverse order.
onLinux('measureRounds repeats invalid windows, and keeps only the figures of the last repeat', async () => {
  const { sentLoads, repeats, throughput } = await measure((window) =>
    window === 3 ? 'refused' : window === 4 ? 'stalled' : undefined,
  );
  expect(namesOf(sentLoads)).toEqual([
    ...['petstore', 'fastify'],
    ...['petstore', 'fastify', 'fastify', 'fastify'],
    ...['fastify', 'petstore'],
  ]);
  expect(throughput('petstore')).toEqual([
    [1, 5_003],
    [2, 5_008],
  ]);
  expect(throughput('fastify')).toEqual([
    [1, 5_006],
    [2, 5_007],
  ]);
  const what = 'fastify, get, round 1';
  expect(repeats.all).toEqual([
    { what, reason: '64 refused of 5000' },
    { what, reason: 'a response after 600 ms' },
  ]);
});

onLinux('measureRounds sends the same requests in a repeat as to the other servers in that round', async () => {
  const { sentLoads } = await measure((window) => (window === 2 || window === 3 ? 'refused' : undefined));
  expect(namesOf(sentLoads.slice(2, 6))).toEqual(['petstore', 'petstore', 'petstore', 'fastify']);
  const [first, ...others] = sentLoads.slice(2, 6).map(({ requests }) => requests);
  for (const requests of others) expect(requests).toEqual(first);
});

onLinux('measureRounds repeats a refused warm-up, and accepts a stall in it', async () => {
  const { repeats, throughput } = await measure((window) =>
    window === 0 ? 'refused' : window === 1 ? 'stalled' : undefined,
  );
  expect(repeats.all).toEqual([{ what: 'petstore, get, warm-up', reason: '64 refused of 5000' }]);
  expect(throughput('petstore')).toHaveLength(2);
});

onLinux('measureRounds leaves out a window that stays invalid, and measures the others', async () => {
  const { repeats, throughput } = await measure((window) => (window >= 3 && window <= 8 ? 'stalled' : undefined));
  expect(repeats.leftOut).toEqual([{ what: 'fastify, get, round 1', reason: 'a response after 600 ms' }]);
  expect(throughput('petstore').map(([round]) => round)).toEqual([1, 2]);
  expect(throughput('fastify').map(([round]) => round)).toEqual([2]);
});

onLinux('measureRounds begins no round that would end after the time limit, but the first', async () => {
  // The clock is read before a round, at its start and at its end, so each round takes 10 s.
  const limited = await measure(() => undefined, { rounds: 6, timeLimit: 50 }, 10);
  expect(limited.rounds).toBe(2);
  expect(limited.messages).toContain('the time limit ended the run after 2 of 6 rounds');
  const late = await measure(() => undefined, { rounds: 6, timeLimit: 1 }, 10);
  expect(late.rounds).toBe(1);
});

it('orderOf reverses each even round, and starts each pair of rounds with another server', () => {
  const orders = [0, 1, 2, 3, 4, 7].map((round) => orderOf(['a', 'b', 'c'], round).join(''));
  expect(orders).toEqual(['abc', 'abc', 'cba', 'bca', 'acb', 'abc']);
});

it('orderOf gives every server the same mean position in a pair of rounds', () => {
  const positions = (server: string) => [3, 4].map((round) => orderOf(['a', 'b', 'c', 'd'], round).indexOf(server));
  for (const server of ['a', 'b', 'c', 'd']) expect(positions(server).reduce((sum, each) => sum + each)).toBe(3);
});
