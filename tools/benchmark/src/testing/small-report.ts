import { Measurements, type Sample } from '../measurement.ts';
import { makeReport, type Report } from '../report.ts';

const sample = (serverCpu: number): Sample => ({ serverCpu, databaseCpu: 5, throughput: 20_000, p50: 2, p99: 4 });

/** Returns a report of two rounds of this service and one peer. In the second round each CPU time is twice that of the first. */
export function smallReport(): Report {
  const measurements = new Measurements();
  [20, 40].forEach((cpu) => measurements.add('petstore', 'get', sample(cpu)));
  [50, 100].forEach((cpu) => measurements.add('fastify', 'get', sample(cpu)));
  return makeReport({
    measurements,
    measuredAt: '2026-11-21T12:00:00.000Z',
    machine: { processor: 'A & B', cores: 2, memory: 24, system: 'linux', node: 'v20.20.2' },
    postgresql: '18.4',
    loadAverage: { before: 0.1, after: 1.9 },
    plan: {
      rounds: 2,
      warmUp: { responses: 10, seconds: 1 },
      window: 3,
      connections: 64,
      pets: 100_000,
      operations: ['get'],
    },
    poolSize: 10,
    generator: 'wrk 4.1.0',
    missing: ['go: no Go toolchain'],
    repeats: [],
    peers: [
      { name: 'petstore', title: 'this service', isOurs: true, peakMemory: 150 },
      { name: 'fastify', title: 'Fastify <5>', isOurs: false, peakMemory: 90.26 },
    ],
  });
}
