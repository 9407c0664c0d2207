import { edgesOf, findCycles } from './cycles.ts';

it('reports the shortest cycle of a group of nodes', () => {
  const edges = edgesOf(['ab', 'bc', 'ca', 'bd', 'dc', 'ae'].map((pair) => [pair[0]!, pair[1]!]));
  expect(findCycles(edges)).toEqual(['a → b → c → a']);
});

it('reports one cycle for each group', () => {
  const edges = edgesOf(['ab', 'ba', 'bc', 'cd', 'dc'].map((pair) => [pair[0]!, pair[1]!]));
  expect(findCycles(edges)).toEqual(['a → b → a', 'c → d → c']);
});

it('reports a node that points to itself', () => {
  expect(findCycles(edgesOf([['a', 'a']]))).toEqual(['a → a']);
});

it('reports nothing in a graph without cycles', () => {
  expect(findCycles(edgesOf(['ab', 'ac', 'bd', 'cd'].map((pair) => [pair[0]!, pair[1]!])))).toEqual([]);
});
