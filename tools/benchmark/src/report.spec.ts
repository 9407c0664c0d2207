import { drawChart } from './chart.ts';
import { writeReport, writeTerminalReport } from './report-text.ts';
import { writeSummary } from './summary-text.ts';
import { writeTargets } from './targets-text.ts';
import { smallReport } from './testing/small-report.ts';

const sixRounds = {
  petstore: [20, 21, 22, 23, 24, 25],
  'petstore-no-batching': [50, 50, 50, 50, 50, 50],
  fastify: [40, 40, 40, 40, 40, 40],
  'fastify-shared': [20, 20, 20, 20, 20, 20],
};

it('makeReport returns the median, minimum and maximum of each figure, and the ratios of the rounds', () => {
  const [get] = smallReport().operations;
  expect(get?.results['petstore']?.serverCpu).toEqual({ median: 30, min: 20, max: 40 });
  expect(get?.results['petstore']?.userCpu?.median).toBe(22.5);
  expect(get?.results['petstore']?.systemCpu?.median).toBe(7.5);
  expect(get?.ratios).toHaveLength(1);
  expect(get?.ratios[0]).toMatchObject({
    ours: 'petstore',
    peer: 'fastify',
    ratioByFigure: { serverCpu: { median: 0.4, rounds: 2 } },
  });
});

it('writeReport writes aligned tables, and the sum of user and system CPU before its parts', () => {
  const text = writeReport(smallReport());
  expect(text).toMatch(/server CPU, µs\/request +\| +user +\| +system +\| +PostgreSQL CPU/);
  expect(text).toMatch(/^\| petstore +\| +30\.0 \(20\.0–40\.0\) \| 22\.5 \(15\.0–30\.0\) \| 7\.50 \(5\.00–10\.0\) \|/m);
  expect(text).toMatch(/^\| petstore ÷ fastify +\| +0\.40 \| .*\| +undecided \|$/m);
  expect(text).toMatch(/^\| fastify +\| +90\.3 \|$/m);
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  // Each table has a head, a separator and its rows.
  const [summary, floors, results, ratios, memory] = [2 + 1, 2 + 2, 2 + 2, 2 + 1, 2 + 2] as const;
  expect(lines).toHaveLength(summary + floors + results + ratios + memory);
  const before = summary + floors;
  expect(new Set(lines.slice(before, before + results).map(({ length }) => length)).size).toBe(1);
});

it('writeReport separates the servers that share statements from those that do not', () => {
  const [, section = ''] = writeReport(smallReport(sixRounds)).split('## Get by random id');
  const [unshared = '', shared = ''] = section.split('### Servers that share statements');
  expect(unshared).toContain('### Servers with a statement per request');
  expect(unshared).toMatch(/^\| petstore ÷ fastify /m);
  expect(unshared).toMatch(/^\| petstore-no-batching ÷ fastify /m);
  expect(unshared).not.toContain('fastify-shared');
  expect(shared).toMatch(/^\| petstore ÷ fastify-shared /m);
  expect(shared).not.toContain('÷ fastify ');
});

it('writeSummary writes a verdict only if the interval excludes 1', () => {
  const text = writeSummary(smallReport({ ...sixRounds, 'fastify-shared': [21, 22, 21, 22, 26, 26] }));
  expect(text).toMatch(/^\| get ÷ fastify +\| 0\.56 \(0\.5\d–0\.6\d\) \| +faster \|/m);
  expect(text).toMatch(/^\| get ÷ fastify-shared +\| .* \| no difference shown \|/m);
  expect(writeSummary(smallReport())).toMatch(/^\| get ÷ fastify +\| +0\.40 \| undecided \| +1\.00 \| 1\.00 \|$/m);
});

it('writeSummary returns undefined if no other server was measured', () => {
  expect(writeSummary(smallReport({ petstore: [20, 21] }))).toBeUndefined();
  expect(writeReport(smallReport({ petstore: [20, 21] }))).toMatch(/^\| petstore \| +20\.5 /m);
});

it('writeTargets writes floor, aim, ratio and verdict for each target of a measured peer', () => {
  const text = writeTargets(smallReport(sixRounds));
  expect(text).toMatch(
    /^\| get, server CPU ÷ fastify +\| +0\.60 \| 0\.48 \| 0\.56 \(.*\) \| +(undecided|floor met) \|$/m,
  );
  expect(text).toMatch(/^\| get, server CPU ÷ fastify-shared \| +1\.50 \| 1\.25 \| 1\.13 \(.*\) \| +aim met \|$/m);
  expect(text).toMatch(/^\| get, p99 ÷ fastify +\| +1\.00 \| +– \| 1\.00 \(1\.00–1\.00\) \| +floor met \|$/m);
  expect(text).not.toContain('÷ go');
  const slow = { ...sixRounds, petstore: [30, 30, 30, 30, 30, 30] };
  expect(writeTargets(smallReport(slow))).toMatch(/^\| get, server CPU ÷ fastify +\|.*\| floor not met \|$/m);
});

it('writeTargets returns undefined if no target was measured', () => {
  expect(writeTargets(smallReport(sixRounds, 'mix'))).toBeUndefined();
});

it('writeReport leaves out the ratios of a round with one window only, and marks what was never measured', () => {
  const text = writeReport(smallReport({ petstore: [20, 40], fastify: [undefined, 100] }));
  expect(text).toMatch(/^\| petstore ÷ fastify +\| +0\.40 \|/m);
  const nothing = writeReport(smallReport({ petstore: [20, 40], fastify: [undefined, undefined] }));
  expect(nothing).toMatch(/^\| petstore ÷ fastify +\| +– \|/m);
  expect(nothing).toMatch(/^\| fastify +\| +– \|/m);
  expect(nothing).not.toContain('NaN');
});

it('writeReport names the processor, the missing servers, the load average and the shared cores', () => {
  const text = writeReport(smallReport());
  expect(text).toContain('on 2 cores (A & B)');
  expect(text).toContain('- not measured: go: no Go toolchain');
  expect(text).toContain('load average was 0.1 before and 1.9');
  expect(text).toMatch(/load generator share\s+the cores/);
  expect(text).toContain('Load by wrk 4.1.0.');
});

it('writeReport says how many rounds the time limit prevented', () => {
  expect(writeReport(smallReport())).toContain('Interleaved rounds: 2, each with 3 s per server and operation, after');
  expect(writeReport({ ...smallReport(), rounds: 1 })).toContain('the time limit prevented 1 more');
});

const repeats = [
  { what: 'petstore, create, round 2', reason: '64 refused of 7432' },
  { what: 'go, get, warm-up', reason: 'a response after 1200 ms' },
];

it.each([
  ['writeReport', writeReport],
  ['writeTerminalReport', writeTerminalReport],
])('%s lists repeated measurements and those left out with reasons, or says that there were none', (_name, write) => {
  expect(write(smallReport())).toContain('No measurement was repeated because of refused, failed or stalled requests.');
  const text = write({ ...smallReport(), repeats, leftOut: repeats.slice(0, 1) });
  expect(text).toContain('2 measurements were repeated because of refused, failed or stalled requests:');
  expect(text).toMatch(
    /^- petstore, create, round 2: 64 refused of 7432\n- go, get, warm-up: a response after 1200 ms$/m,
  );
  expect(text).toContain('1 measurement was left out, because all attempts had refused, failed or stalled requests:');
});

it('writeTerminalReport has the verdicts and the machine, and fits into 130 columns', () => {
  const text = writeTerminalReport(smallReport(sixRounds));
  expect(text).toContain(
    'A & B, 2 cores; load average 0.1 before and 1.9 after.\nInterleaved rounds: 6, each with 3 s',
  );
  expect(text).toContain('## In short');
  expect(text).toContain('## Floors and aims');
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(130);
});

it('drawChart draws a bar for each server and operation without a browser', () => {
  const svg = drawChart(smallReport());
  expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s);
  for (const text of ['petstore', 'fastify', 'get', '>30<', '>75<']) expect(svg).toContain(text);
});
