import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Progress, ReportFolder, reportsOfRuns, publishedReports } from '@petstore/reports';
import { runToExit } from '../run-to-exit.ts';
import { bounds, checkBounds, describeBound, minCheckedMinutes } from './bounds.ts';
import { chart } from './chart.ts';
import { type Sample, soak, type SoakResult } from './soak.ts';

const usage = `npm run soak -- [--minutes N] [--chart file.svg] [--publish]

Sends mixed and hostile requests, and ends with a verdict. Exits with 0 if all bounds were met, otherwise with 1.
  --minutes N  duration of the load (60)
  --chart FILE also write the chart to this file
  --publish    write the chart to ${publishedReports}, which the documents show, instead of ${reportsOfRuns}
`;

const titles = ['minute', 'requests', 'hostile', 'failures', 'RSS, MB', 'files', 'connections', 'p50, ms', 'p99, ms'];

/** Maximum number of violations of orders that are described. */
const describedViolations = 10;

const progress = new Progress();

await runToExit(main, usage);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      chart: { type: 'string' },
      publish: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    progress.print(usage.trimEnd());
    return 0;
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes is ${values.minutes}, but must be a number above 0`);
  printBounds(minutes);
  progress.print(tableHead());
  const result = await soak(minutes, progress, (sample) => progress.print(tableLine(sample)));
  progress.end();
  const isPassed = printVerdict(result);
  const svg = drawSamples(minutes, result.samples);
  if (values.chart !== undefined) writeFileSync(values.chart, svg);
  progress.print(new ReportFolder(values.publish).write('soak', { svg }));
  return isPassed ? 0 : 1;
}

function printBounds(minutes: number): void {
  progress.print(`The load runs for ${minutes} minutes. Bounds:`);
  progress.print('- requests: no valid request fails, no hostile request gets an unexpected response');
  progress.print('- pets: no acknowledged pet is lost, altered, duplicated or contradicted');
  progress.print('- orders: each order is stored as acknowledged, and the status of each pet fits its orders');
  for (const bound of bounds) progress.print(`- ${describeBound(bound)}`);
  if (minutes < minCheckedMinutes)
    progress.print(`The last three are not checked in less than ${minCheckedMinutes} minutes.`);
  progress.print('');
}

/** @returns whether no bound was broken */
function printVerdict({ samples, verdict, orders, unexpected }: SoakResult): boolean {
  const { acknowledged, lost, altered, duplicated, contradicted } = verdict;
  const failures = samples.at(-1)?.failures ?? 0;
  const results = [
    { name: 'requests', isMet: failures === 0, text: `${failures} failures` },
    {
      name: 'pets',
      isMet: lost + altered + duplicated + contradicted === 0,
      text: `acknowledged ${acknowledged}, lost ${lost}, altered ${altered}, duplicated ${duplicated}, contradicted ${contradicted}`,
    },
    {
      name: 'orders',
      isMet: orders.violations.length === 0,
      text: `acknowledged ${orders.acknowledged}, violations ${orders.violations.length}`,
    },
    ...checkBounds(samples),
  ];
  progress.print('');
  for (const description of unexpected) progress.print(`hostile request: ${description}`);
  for (const { description } of orders.violations.slice(0, describedViolations))
    progress.print(`orders: ${description}`);
  for (const { name, isMet, text } of results) {
    progress.print(`${isMet === false ? 'BROKEN' : isMet ? 'met' : 'not checked'}: ${name}: ${text}`);
  }
  const broken = results.filter(({ isMet }) => isMet === false).map(({ name }) => name);
  progress.print(broken.length === 0 ? 'Passed: no bound was broken' : `Failed: ${broken.join(', ')}`);
  return broken.length === 0;
}

function tableHead(): string {
  return `| ${titles.join(' | ')} |\n|${titles.map((title) => `${'-'.repeat(title.length + 1)}:|`).join('')}`;
}

function tableLine({ minute, requests, hostile, failures, megabytes, files, connections, p50, p99 }: Sample): string {
  const cells = [minute, requests, hostile, failures, megabytes, files, connections, p50, p99];
  const text = cells.map((value, index) =>
    value.toFixed(Number.isInteger(value) ? 0 : 1).padStart(titles[index]!.length),
  );
  return `| ${text.join(' | ')} |`;
}

function drawSamples(minutes: number, samples: readonly Sample[]): string {
  return chart(minutes, [
    { title: 'Memory (RSS)', unit: 'MB', colour: '#1f77b4', values: samples.map(({ megabytes }) => megabytes) },
    { title: 'p99', unit: 'ms', colour: '#d62728', values: samples.map(({ p99 }) => p99) },
  ]);
}
