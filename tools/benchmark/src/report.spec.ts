import { drawChart } from './chart.ts';
import { writeReport } from './report-text.ts';
import { writeSummary } from './summary-text.ts';
import { smallReport } from './testing/small-report.ts';

it('makeReport returns the median, minimum and maximum of each figure, and of the ratios of the rounds', () => {
  const [get] = smallReport().operations;
  expect(get?.results['petstore']?.serverCpu).toEqual({ median: 30, min: 20, max: 40 });
  expect(get?.ratios).toHaveLength(1);
  expect(get?.ratios[0]).toMatchObject({
    ours: 'petstore',
    peer: 'fastify',
    ratioByFigure: { serverCpu: { median: 0.4, max: 0.4 } },
  });
});

it('writeReport writes a row for each server and for each pair of this service and a peer, in aligned tables', () => {
  const text = writeReport(smallReport());
  expect(text).toMatch(/^\| petstore +\| +30\.0 \(20\.0–40\.0\) \|/m);
  expect(text).toMatch(/^\| petstore ÷ fastify +\| +0\.40 \(0\.40–0\.40\) \|/m);
  expect(text).toMatch(/^\| fastify +\| +90\.3 \|$/m);
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  // Each table has a head, a separator and its rows.
  const [summary, results, ratios, memory] = [2 + 1, 2 + 2, 2 + 1, 2 + 2] as const;
  expect(lines).toHaveLength(summary + results + ratios + memory);
  expect(new Set(lines.slice(summary, summary + results).map(({ length }) => length)).size).toBe(1);
});

it('writeReport starts with the ratios to the measured peers', () => {
  const [summary] = writeReport(smallReport()).split('![');
  expect(summary).toMatch(/^\| +\| server CPU ÷ fastify \| requests\/s ÷ fastify \| p99 ÷ fastify \|$/m);
  expect(summary).toMatch(/^\| get by random id +\| +0\.40 \| +1\.00 \| +1\.00 \|$/m);
  expect(summary).not.toContain('÷ go');
});

it('writeSummary returns undefined if none of the peers in the summary was measured', () => {
  const report = smallReport();
  const peers = report.peers.map((each) => (each.isOurs ? each : { ...each, name: 'bare' }));
  expect(writeSummary({ ...report, peers })).toBeUndefined();
});

it('writeReport names the missing servers, the load average and the shared cores', () => {
  const text = writeReport(smallReport());
  expect(text).toContain('- not measured: go: no Go toolchain');
  expect(text).toContain('load average was 0.1 before and 1.9');
  expect(text).toMatch(/load generator share\s+the cores/);
  expect(text).toContain('Load by wrk 4.1.0.');
});

it('writeReport lists repeated measurements with reasons, or says that there were none', () => {
  expect(writeReport(smallReport())).toContain(
    'No measurement was repeated because of refused, failed or stalled requests.',
  );
  const repeats = [
    { what: 'petstore, create, round 2', reason: '64 refused of 7432' },
    { what: 'go, get, warm-up', reason: 'a response after 1200 ms' },
  ];
  const text = writeReport({ ...smallReport(), repeats });
  expect(text).toContain('2 measurements were repeated because of refused, failed or stalled requests:');
  expect(text).toMatch(
    /^- petstore, create, round 2: 64 refused of 7432\n- go, get, warm-up: a response after 1200 ms$/m,
  );
});

it('drawChart draws a bar for each server and operation without a browser', () => {
  const svg = drawChart(smallReport());
  expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s);
  for (const text of ['petstore', 'fastify', 'get', '>30<', '>75<']) expect(svg).toContain(text);
});
