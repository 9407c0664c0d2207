import { drawChart } from './chart.ts';
import { writeReport } from './report-text.ts';
import { smallReport } from './testing/small-report.ts';

it('reports medians with the least and the greatest, and ratios round by round', () => {
  const [get] = smallReport().operations;
  expect(get?.results['petstore']?.serverCpu).toEqual({ median: 30, min: 20, max: 40 });
  expect(get?.ratios).toHaveLength(1);
  expect(get?.ratios[0]).toMatchObject({
    ours: 'petstore',
    peer: 'fastify',
    of: { serverCpu: { median: 0.4, max: 0.4 } },
  });
});

it('writes a row for each contestant and for each pair, in aligned tables', () => {
  const text = writeReport(smallReport());
  expect(text).toMatch(/^\| petstore +\| +30\.0 \(20\.0–40\.0\) \|/m);
  expect(text).toMatch(/^\| petstore ÷ fastify +\| +0\.40 \(0\.40–0\.40\) \|/m);
  expect(text).toMatch(/^\| fastify +\| +90\.3 \|$/m);
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  expect(lines).toHaveLength(4 + 3 + 4);
  expect(new Set(lines.slice(0, 4).map(({ length }) => length)).size).toBe(1);
});

it('says who could not take part, how busy the machine was, and that the load shares its cores', () => {
  const text = writeReport(smallReport());
  expect(text).toContain('- not measured: go: no Go toolchain');
  expect(text).toContain('load average was 0.1 before and 1.9');
  expect(text).toMatch(/load generator share\s+the cores/);
});

it('draws a bar for each contestant and operation, without a browser', () => {
  const svg = drawChart(smallReport());
  expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s);
  for (const text of ['petstore', 'fastify', 'get', '>30<', '>75<']) expect(svg).toContain(text);
});
