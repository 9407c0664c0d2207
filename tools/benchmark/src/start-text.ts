import { markdownTable } from './markdown-table.ts';
import { formatNumber, formatSpread } from './numbers.ts';
import { writeRepeats } from './repeats-text.ts';
import type { StartMeasurement } from './start-measurement.ts';

/** Formats the start-up report as Markdown. */
export function writeStart(start: StartMeasurement): string {
  const { measuredAt, machine, loadAverage, generator, repeats, runs, firstEver, started, memory } = start;
  const times = Object.entries(started).map(([name, spread]) => [`\`${name}\``, formatSpread(spread)]);
  const memoryRows = [
    ['after the first response', formatNumber(memory.started)],
    [`idle, ${memory.idleFor} s later`, formatNumber(memory.idle)],
    ['after load', formatNumber(memory.afterLoad)],
    ['peak', formatNumber(memory.peak)],
  ];
  return `# Start-up time and memory

Measured ${measuredAt} on ${machine.cores} cores (${machine.processor}), Node ${machine.node}. The machine's load average was
${loadAverage.before} before and ${loadAverage.after} after.

Milliseconds from the start of the process to the first list of pets, on the embedded database: median (minimum–maximum) of
${runs} starts on an existing data directory. The first start, which creates the database, took ${formatNumber(firstEver)}.

${markdownTable(['started as', 'first response, ms'], times)}

Resident memory of the service's process, without PostgreSQL; load by ${generator}:

${markdownTable(['', 'MiB'], memoryRows)}

${writeRepeats(repeats)}
`;
}
