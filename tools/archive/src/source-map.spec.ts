import { decode, encode } from '@jridgewell/sourcemap-codec';
import { keepSources } from './source-map.ts';

it('keeps the positions in the kept sources, and marks where other code begins', () => {
  const mappings = encode([
    [
      [0, 0, 4, 2],
      [9, 1, 0, 0],
      [12, 1, 0, 5],
      [20, 0, 5, 0],
    ],
    [[0, 1, 7, 0]],
  ]);
  const map = { version: 3, sources: ['../src/a.ts', '../node_modules/b.js'], names: [], mappings };
  const kept = JSON.parse(keepSources(JSON.stringify(map), (source) => source === '../src/a.ts')) as typeof map;
  expect(kept.sources).toEqual(['../src/a.ts', '']);
  expect(decode(kept.mappings)).toEqual([[[0, 0, 4, 2], [9], [20, 0, 5, 0]], [[0]]]);
});
