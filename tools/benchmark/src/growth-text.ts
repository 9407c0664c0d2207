import type { Growth } from './growth.ts';
import { markdownTable } from './markdown-table.ts';
import { rounded } from './numbers.ts';
import { writeRepeats } from './repeats-text.ts';

/** The growth as Markdown. */
export function writeGrowth({ measuredAt, machine, postgresql, load, generator, repeats, sizes }: Growth): string {
  const asked = Object.keys(sizes[0]!.operations);
  const head = ['', ...sizes.map(({ animals }) => `${animals.toLocaleString('en')} animals`)];
  const rows = asked.map((name) => [name, ...sizes.map(({ operations }) => times(operations[name]!))]);
  const starts = ['start-up', ...sizes.map(({ startTime }) => rounded(startTime))];
  return `# How it does as the store grows

Measured ${measuredAt} on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, PostgreSQL ${postgresql}. The
machine's load average was ${load.before} before and ${load.after} after. Load by ${generator}.

Milliseconds that one client waits, p50 / p99; start-up: from the start of the process to its first answer. The deep page is
the one after nine tenths of all animals; the rare status is that of one animal in a thousand.

${markdownTable(head, [...rows, starts])}

${writeRepeats(repeats)}
`;
}

function times({ p50, p99 }: { p50: number; p99: number }): string {
  return `${rounded(p50)} / ${rounded(p99)}`;
}
