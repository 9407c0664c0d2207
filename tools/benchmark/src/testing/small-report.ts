import { Measurements, type Sample } from '../measurement.ts';
import type { Operation } from '../operations.ts';
import { makeReport, type Report, type ReportedPeer } from '../report.ts';

const sample = (serverCpu: number): Sample => ({
  serverCpu,
  userCpu: serverCpu * 0.75,
  systemCpu: serverCpu * 0.25,
  databaseCpu: 5,
  throughput: 20_000,
  p50: 2,
  p99: 4,
});

const allServers: readonly ReportedPeer[] = [
  { name: 'petstore', title: 'this service', kind: 'service', sharesStatements: true, peakMemory: 150 },
  { name: 'petstore-no-batching', title: 'BATCHING=off', kind: 'variant', sharesStatements: false, peakMemory: 151 },
  { name: 'fastify', title: 'Fastify <5>', kind: 'peer', sharesStatements: false, peakMemory: 90.26 },
  { name: 'fastify-shared', title: 'with dataloader', kind: 'peer', sharesStatements: true, peakMemory: 91 },
];

/** CPU times of two rounds, the second of which was disturbed. */
const twoRounds = { petstore: [20, 40], fastify: [50, 100] };

/**
 * Returns a report of gets.
 * @param cpuTimes microseconds of CPU time by server and round; undefined for a window that was left out
 */
export function smallReport(
  cpuTimes: Readonly<Record<string, readonly (number | undefined)[]>> = twoRounds,
  operation: Operation = 'get',
): Report {
  const measurements = new Measurements();
  for (const [name, byRound] of Object.entries(cpuTimes)) {
    byRound.forEach((cpu, index) => {
      if (cpu !== undefined) measurements.add(index + 1, name, operation, sample(cpu));
    });
  }
  const rounds = Math.max(...Object.values(cpuTimes).map(({ length }) => length));
  return makeReport({
    measurements,
    measuredAt: '2026-11-21T12:00:00.000Z',
    machine: { processor: 'A & B', cores: 2, memory: 24, system: 'linux', node: 'v20.20.2' },
    postgresql: '18.4',
    loadAverage: { before: 0.1, after: 1.9 },
    plan: {
      rounds,
      warmUp: { responses: 10, seconds: 1 },
      window: 3,
      connections: 64,
      pets: 100_000,
      operations: [operation],
    },
    rounds,
    poolSize: 10,
    generator: 'wrk 4.1.0',
    missing: ['go: no Go toolchain'],
    repeats: [],
    leftOut: [],
    peers: allServers.filter(({ name }) => name in cpuTimes),
  });
}
