import { markdownTable } from './markdown-table.ts';
import { rounded, told } from './numbers.ts';
import { writeRepeats } from './repeats-text.ts';
import type { Start } from './start.ts';

/** The start as Markdown. */
export function writeStart(start: Start): string {
  const { measuredAt, machine, load, generator, repeats, runs, firstEver, started, memory } = start;
  const times = Object.entries(started).map(([name, spread]) => [`\`${name}\``, told(spread)]);
  const held = [
    ['after the first answer', rounded(memory.started)],
    [`idle, ${memory.idleFor} s later`, rounded(memory.idle)],
    ['after load', rounded(memory.afterLoad)],
    ['peak', rounded(memory.peak)],
  ];
  return `# How it starts, and the memory it takes

Measured ${measuredAt} on ${machine.cores} cores (${machine.processor}), Node ${machine.node}. The machine's load average was
${load.before} before and ${load.after} after.

Milliseconds from the start of the process to the first list of animals, on the embedded database: median (least–greatest) of
${runs} starts on a directory that was there. The very first start, which makes the database, took ${rounded(firstEver)}.

${markdownTable(['started as', 'first answer, ms'], times)}

Resident memory of the service's process, without PostgreSQL's; load by ${generator}:

${markdownTable(['', 'MiB'], held)}

${writeRepeats(repeats)}
`;
}
