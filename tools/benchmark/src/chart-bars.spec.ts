import { panelsOf } from './chart-bars.ts';
import { operationNames } from './operations.ts';
import type { Report } from './report.ts';

/** Returns a report with one operation for each row. A row has the CPU time for each server. */
function reportOf(...rows: readonly Record<string, number>[]): Report {
  const peers = Object.keys(rows[0]!).map((name) => ({ name, kind: name === 'petstore' ? 'service' : 'peer' }));
  const operations = rows.map((row, index) => ({
    name: operationNames[index],
    results: Object.fromEntries(Object.entries(row).map(([name, median]) => [name, { serverCpu: { median } }])),
  }));
  return { peers, operations } as unknown as Report;
}

const cutBars = (report: Report) =>
  panelsOf(report).panels.map(({ bars }) => bars.filter(({ isCut }) => isCut).map(({ name }) => name));

it('panelsOf cuts the bar of an outlier and keeps its value', () => {
  const report = reportOf({ petstore: 20, fastify: 35, express: 120, nest: 370 });
  expect(panelsOf(report).end).toBe(120);
  expect(cutBars(report)).toEqual([['nest']]);
  expect(panelsOf(report).panels[0]?.bars.at(-1)).toMatchObject({ name: 'nest', value: 370 });
});

it('panelsOf cuts no bar without an outlier', () => {
  const report = reportOf({ petstore: 20, fastify: 35, express: 70 });
  expect(panelsOf(report).end).toBe(70);
  expect(cutBars(report)).toEqual([[]]);
});

it('panelsOf uses one scale for all panels', () => {
  const report = reportOf({ petstore: 20, fastify: 35, nest: 100 }, { petstore: 40, fastify: 60, nest: 110 });
  expect(panelsOf(report).end).toBe(110);
  expect(cutBars(report)).toEqual([[], []]);
});
