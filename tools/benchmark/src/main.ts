import { setImmediate as nextTurn } from 'node:timers/promises';
import { InvalidArguments, readArguments, usage, type Arguments } from './arguments.ts';
import { drawChart } from './chart.ts';
import { children } from './children.ts';
import { compare } from './compare.ts';
import { writeReports } from './files.ts';
import { writeGrowth } from './growth-text.ts';
import { measureGrowth } from './growth.ts';
import { Progress } from './progress.ts';
import { writeReport } from './report-text.ts';
import { writeStart } from './start-text.ts';
import { measureStart } from './start.ts';

const progress = new Progress();

const modes: Record<Arguments['mode'], (args: Arguments) => Promise<string>> = {
  async compare(args) {
    const report = await compare(args, progress);
    // The committed reports are of whole runs.
    if (args.isPartial || args.quick) return writeReport(report);
    return writeReports('report', report, { md: writeReport(report), svg: drawChart(report) });
  },
  async growth({ quick }) {
    const growth = await measureGrowth(quick, progress);
    if (quick) return writeGrowth(growth);
    return writeReports('growth', growth, { md: writeGrowth(growth) });
  },
  async start({ quick }) {
    const start = await measureStart(quick, progress);
    if (quick) return writeStart(start);
    return writeReports('start', start, { md: writeStart(start) });
  },
};

/** As shells count what SIGINT ended. */
const interrupted = 130;

// A signal may come twice, to the process and to its group: the second must not end what tidies up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => children.interrupt());

try {
  const args = readArguments(process.argv.slice(2));
  const said = args ? await modes[args.mode](args) : `${usage}\n`;
  progress.end();
  process.stdout.write(said);
} catch (error) {
  progress.end();
  // A signal that came while a program was waited for is heard only then.
  await nextTurn();
  const { isInterrupted } = children;
  process.exitCode = isInterrupted ? interrupted : 1;
  process.stderr.write(`bench: ${isInterrupted ? 'interrupted' : (error as Error).message}\n`);
  if (error instanceof InvalidArguments) process.stderr.write(`${usage}\n`);
}
