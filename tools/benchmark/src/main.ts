import { setImmediate } from 'node:timers/promises';
import { childProcesses } from '@petstore/processes';
import { type Arguments, InvalidArguments, readArguments, usage } from './arguments.ts';
import { drawChart } from './chart.ts';
import { compare } from './compare.ts';
import { writeReports } from './files.ts';
import { writeGrowth } from './growth-text.ts';
import { measureGrowth } from './growth.ts';
import { Progress } from './progress.ts';
import { writeReport } from './report-text.ts';
import { writeStart } from './start-text.ts';
import { measureStart } from './start-measurement.ts';

const progress = new Progress();

const modes: Record<Arguments['mode'], (args: Arguments) => Promise<string>> = {
  async compare(args) {
    const report = await compare(args, progress);
    // Only complete runs are written, because the reports are committed.
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

/** The exit code that shells report for a process that SIGINT ended. */
const interrupted = 130;

// A signal may arrive twice: for the process and for its group. The handlers stay, so that the second does not end the clean-up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => childProcesses.interrupt());

try {
  const args = readArguments(process.argv.slice(2));
  const text = args ? await modes[args.mode](args) : `${usage}\n`;
  progress.end();
  process.stdout.write(text);
} catch (error) {
  progress.end();
  // The handler of a signal that arrived during a synchronous call runs in the next iteration of the event loop.
  await setImmediate();
  const { isInterrupted } = childProcesses;
  process.exitCode = isInterrupted ? interrupted : 1;
  process.stderr.write(`bench: ${isInterrupted ? 'interrupted' : (error as Error).message}\n`);
  if (error instanceof InvalidArguments) process.stderr.write(`${usage}\n`);
}
