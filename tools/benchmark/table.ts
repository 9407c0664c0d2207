import { cpus, loadavg, release, type } from 'node:os';
import { intervalOf, median, ratioOf } from './paired-ratio.ts';
import { pets } from './requests.ts';

/**
 * What one window, a few seconds of requests to one server, shows. CPU is in microseconds per request, p50 and p99 in milliseconds, memory
 * after the window in MiB.
 */
export interface Sample {
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly bothCpu: number;
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
  readonly memory: number;
}

/** The samples of one operation on one server with a number of connections, one for each round. */
export interface Series {
  readonly operation: string;
  readonly connections: number;
  readonly server: string;
  readonly samples: readonly Sample[];
}

const columns: readonly { figure: keyof Sample; title: string; digits: number }[] = [
  { figure: 'serverCpu', title: 'server CPU, µs', digits: 1 },
  { figure: 'databaseCpu', title: 'PostgreSQL CPU, µs', digits: 1 },
  { figure: 'bothCpu', title: 'both, µs', digits: 1 },
  { figure: 'throughput', title: 'requests/s', digits: 0 },
  { figure: 'p50', title: 'median, ms', digits: 2 },
  { figure: 'p99', title: 'p99, ms', digits: 1 },
  { figure: 'memory', title: 'memory, MiB', digits: 0 },
];

/** What a reader must know before drawing a conclusion. */
const unfair = [
  `\`fastify\`, \`fastify-exact\`, \`nest\` and \`go\` send a statement per request, as they are usually written. Here, requests of one event-loop
  iteration share statements, which helps with many concurrent requests only. \`fastify-shared\` shares them too: compare the code
  with it, and the design with the others.`,
  `\`fastify\`, its variants and \`go\` read the keys once and never notice a revocation. \`nest\` and this service ask again after
  a second. Only \`fastify-exact\` validates as this service does: exact int64, names, cursors with a checksum, \`Link\`. No peer has
  request ids, metrics, deadlines, events or limits for hostile clients.`,
  `\`fastify-exact\`, \`nest\` and \`go\` ignore the Idempotency-Key. \`fastify\` and \`fastify-shared\` store it in a transaction of two statements, and do
  not compare a repeat with the first request.`,
  `Requests/s and p99 depend on wrk, PostgreSQL and all other programs on the machine. CPU is steadier; it is counted in ticks of
  10 ms, 1 to 2 % of a second. There is no network, no TLS, and no pause between the requests of a connection.`,
  'The intervals show the noise within one run. Other processors and other runs differ by more.',
];

/**
 * Writes a table in Markdown.
 * @param state whether the servers are cold or warm
 * @param series of this service, which is the first one, and of the others
 */
export function writeTable(state: string, series: readonly Series[], rounds: number): string {
  const { server: ourServer } = series[0]!;
  const rows = series.map(({ operation, connections, server, samples }) => {
    const ours = series.find(
      (each) => each.operation === operation && each.connections === connections && each.server === ourServer,
    )!;
    const cells = columns.map(({ figure, digits }) => {
      const ourFigures = ours.samples.map((sample) => sample[figure]);
      if (server === ourServer) return median(ourFigures).toFixed(digits);
      const otherFigures = samples.map((sample) => sample[figure]);
      const ratio = ratioOf(ourFigures, otherFigures);
      return `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`;
    });
    return [operation, connections, server === ourServer ? '' : `÷ ${server}`, ...cells];
  });
  const header = [`${state}: operation`, 'connections', ourServer, ...columns.map(({ title }) => title)];
  const { rank, confidence } = intervalOf(rounds);
  return `The first line of each operation has the medians of ${ourServer}. The others divide its figures by those of another server in the same
round: the median of ${rounds} rounds and, in parentheses, the ratios of rank ${rank} from both ends, which contain the true median with a
probability of ${(100 * confidence).toFixed(0)} %. Below 1, this service needs less CPU or time, or serves fewer requests.

${[header, header.map((_, column) => (column < 3 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

/**
 * Writes the report in Markdown.
 * @param seconds of a window of a warm server
 * @param postgres version of PostgreSQL
 * @param loadBefore load average of the machine before the run
 */
export function writeReport(tables: readonly string[], seconds: number, postgres: string, loadBefore: number): string {
  return `${tables.join('\n')}
Machine: ${cpus()[0]!.model.trim()}, ${cpus().length} cores, which servers, PostgreSQL and wrk share; ${type()} ${release()}; Node
${process.versions.node}; PostgreSQL ${postgres} over TCP; load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after the run. ${pets} pets, one process per server, 10 database connections
each. Cold: the first 2,000 requests of each operation after the start. Warm: windows of ${seconds} s.

What is unfair:

${unfair.map((line) => `- ${line}`).join('\n')}
`;
}
