import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runToExit } from '../run-to-exit.ts';
import { chart } from './chart.ts';
import { type Sample, soak } from './soak.ts';

const usage = 'npm run soak -- [--minutes N] [--chart file.svg]\n';

const titles = ['minute', 'requests', 'hostile', 'failures', 'RSS, MB', 'files', 'connections', 'p50, ms', 'p99, ms'];

await runToExit(main, usage);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      chart: { type: 'string', default: 'docs/benchmarks/soak.svg' },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes is ${values.minutes}, but must be a number above 0`);
  print(`| ${titles.join(' | ')} |\n|${titles.map((title) => `${'-'.repeat(title.length + 1)}:|`).join('')}`);
  const { samples, verdict, unexpected } = await soak(minutes, (sample) => print(tableLine(sample)));
  const file = resolve(values.chart);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, drawSamples(minutes, samples));
  const { acknowledged, lost, altered, duplicated, contradicted } = verdict;
  const failures = samples.at(-1)?.failures ?? 0;
  for (const description of unexpected) print(`hostile request: ${description}`);
  print(
    `acknowledged ${acknowledged}, lost ${lost}, altered ${altered}, duplicated ${duplicated}, contradicted ${contradicted}; chart: ${file}`,
  );
  return lost + altered + duplicated + contradicted + failures + unexpected.length === 0 ? 0 : 1;
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
