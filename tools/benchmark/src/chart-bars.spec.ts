import { panelsOf } from './bars.ts';
import { operationNames } from './operations.ts';
import type { Report } from './report.ts';

/** A report of one panel for each row of figures. */
function reportOf(...rows: readonly Record<string, number>[]): Report {
  const contestants = Object.keys(rows[0]!).map((name) => ({ name, isOurs: name === 'petstore' }));
  const operations = rows.map((row, index) => ({
    name: operationNames[index],
    results: Object.fromEntries(Object.entries(row).map(([name, median]) => [name, { serverCpu: { median } }])),
  }));
  return { contestants, operations } as unknown as Report;
}

const cutOnes = (report: Report) =>
  panelsOf(report).panels.map(({ bars }) => bars.filter(({ isCut }) => isCut).map(({ name }) => name));

it('cuts the bar that would make stumps of all others, and keeps its figure', () => {
  const report = reportOf({ petstore: 20, fastify: 35, express: 120, nest: 370 });
  expect(panelsOf(report).end).toBe(120);
  expect(cutOnes(report)).toEqual([['nest']]);
  expect(panelsOf(report).panels[0]?.bars.at(-1)).toMatchObject({ name: 'nest', value: 370 });
});

it('cuts nothing where the longest bar is not far off', () => {
  const report = reportOf({ petstore: 20, fastify: 35, express: 70 });
  expect(panelsOf(report).end).toBe(70);
  expect(cutOnes(report)).toEqual([[]]);
});

it('draws all panels on one scale', () => {
  const report = reportOf({ petstore: 20, fastify: 35, nest: 100 }, { petstore: 40, fastify: 60, nest: 110 });
  expect(panelsOf(report).end).toBe(110);
  expect(cutOnes(report)).toEqual([[], []]);
});
