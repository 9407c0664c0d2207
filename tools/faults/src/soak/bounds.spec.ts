import { checkBounds } from './bounds.ts';
import type { Sample } from './soak.ts';

/** Samples of an hour in which the figures stay within their ordinary variation. */
function steadySamples(change: (index: number, sample: Sample) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 60 }, (_, index) => {
    const sample: Sample = {
      minute: index + 1,
      ...{ requests: 1_000 * index, hostile: 20 * index, failures: 0 },
      // Garbage collections make the memory fall and rise again. In the first minutes the heap grows.
      megabytes: (index < 10 ? 120 + 6 * index : 180) + 30 * Math.sin(index * 2.5),
      files: 46 + (index % 3),
      connections: 10,
      p50: 4,
      p99: 12 + (index % 5),
    };
    return { ...sample, ...change(index, sample) };
  });
}

function brokenBounds(samples: readonly Sample[]): string[] {
  return checkBounds(samples)
    .filter(({ isMet }) => isMet === false)
    .map(({ name }) => name);
}

it('all bounds are met by steady samples', () => {
  expect(checkBounds(steadySamples()).map(({ name, isMet }) => [name, isMet])).toEqual([
    ['memory', true],
    ['open files', true],
    ['p99', true],
  ]);
});

it.each<[string, string, (index: number, sample: Sample) => Partial<Sample>]>([
  ['memory', 'grows by 2 MB a minute', (index, { megabytes }) => ({ megabytes: megabytes + 2 * index })],
  ['memory', 'doubles late', (index, { megabytes }) => ({ megabytes: index < 40 ? megabytes : 2 * megabytes })],
  ['open files', 'grow by one in three minutes', (index, { files }) => ({ files: files + Math.floor(index / 3) })],
  ['p99', 'grows by 2 ms a minute', (index, { p99 }) => ({ p99: p99 + 2 * index })],
  ['p99', 'is ten times as long in the last third', (index, { p99 }) => ({ p99: index < 40 ? p99 : 10 * p99 })],
])('the bound of %s is broken if it %s', (name, _, change) => {
  expect(brokenBounds(steadySamples(change))).toEqual([name]);
});

it.each<[string, (index: number, sample: Sample) => Partial<Sample>]>([
  ['single samples with a long p99', (index, { p99 }) => ({ p99: index % 4 === 0 ? 500 : p99 })],
  ['a p99 of 2.5 times because of other work', (index, { p99 }) => ({ p99: index < 30 ? p99 : 2.5 * p99 })],
  ['a p99 that other work made longer at first', (index, { p99 }) => ({ p99: index < 30 ? 3 * p99 : p99 })],
  ['single samples with much memory', (index, { megabytes }) => ({ megabytes: index % 5 === 0 ? 400 : megabytes })],
])('no bound is broken by %s', (_, change) => {
  expect(brokenBounds(steadySamples(change))).toEqual([]);
});

it('does not check a run of less than 10 minutes, in which the heap still grows', () => {
  const growing = steadySamples((index) => ({ minute: (index + 1) / 10, megabytes: 100 + 2 * index }));
  expect(checkBounds(growing).map(({ isMet }) => isMet)).toEqual([undefined, undefined, undefined]);
  expect(brokenBounds(steadySamples((index) => ({ minute: (index + 1) / 6, files: 50 + index })))).toEqual([
    'open files',
  ]);
});

it('checks 20 samples', () => {
  const short = (samples: Sample[]) => samples.filter((_, index) => index % 3 === 0);
  expect(brokenBounds(short(steadySamples()))).toEqual([]);
  expect(brokenBounds(short(steadySamples((index) => ({ files: 50 + index }))))).toEqual(['open files']);
});

it('a figure that cannot be measured is reported as not measured', () => {
  const results = checkBounds(steadySamples(() => ({ megabytes: NaN, files: NaN })));
  expect(results.map(({ name, isMet }) => [name, isMet])).toEqual([
    ['memory', undefined],
    ['open files', undefined],
    ['p99', true],
  ]);
});
