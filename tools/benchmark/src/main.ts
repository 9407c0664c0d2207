import { setImmediate } from 'node:timers/promises';
import { childProcesses } from '@petstore/processes';
import { Progress, ReportFolder } from '@petstore/reports';
import { type Arguments, InvalidArguments, readArguments, usage } from './arguments.ts';
import { drawChart } from './chart.ts';
import { compare } from './compare.ts';
import { writeGrowth } from './growth-text.ts';
import { measureGrowth } from './growth.ts';
import { writeReport, writeTerminalReport } from './report-text.ts';
import type { Repeat } from './repeats.ts';
import { writeStart } from './start-text.ts';
import { measureStart } from './start-measurement.ts';

const progress = new Progress();

interface Result {
  /** Name of the files without the extension. */
  readonly name: string;
  readonly data: object;
  /** Measurements that the report lacks. */
  readonly leftOut: readonly Repeat[];
  /** The report as Markdown. */
  readonly md: string;
  /** What is printed instead of `md`, if that is long. */
  readonly printed?: string;
  readonly svg?: string;
}

const modes: Record<Arguments['mode'], (args: Arguments) => Promise<Result>> = {
  async compare(args) {
    const data = await compare(args, progress);
    return {
      name: 'report',
      data,
      leftOut: data.leftOut,
      md: writeReport(data),
      printed: writeTerminalReport(data),
      svg: drawChart(data),
    };
  },
  async growth({ quick }) {
    const data = await measureGrowth(quick, progress);
    return { name: 'growth', data, leftOut: data.leftOut, md: writeGrowth(data) };
  },
  async start({ quick }) {
    const data = await measureStart(quick, progress);
    return { name: 'start', data, leftOut: [], md: writeStart(data) };
  },
};

/** Measures and writes the files. Sets the exit code. @returns the report, and the paths of the files */
async function run(args: Arguments): Promise<string> {
  const { name, data, leftOut, md, printed = md, svg } = await modes[args.mode](args);
  const json = `${JSON.stringify(data, null, 2)}\n`;
  const paths = new ReportFolder(args.isPublished).write(name, { md, ...(svg && { svg }), json });
  if (leftOut.length > 0) process.exitCode = incomplete;
  return `${printed}\n${paths}\n`;
}

/** The exit code of a run whose report lacks measurements. */
const incomplete = 2;

/** The exit code that shells report for a process that SIGINT ended. */
const interrupted = 130;

// A signal may arrive twice: for the process and for its group. The handlers stay, so that the second does not end the clean-up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => childProcesses.interrupt());

try {
  const args = readArguments(process.argv.slice(2));
  const text = args ? await run(args) : `${usage}\n`;
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
