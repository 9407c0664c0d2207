import { type Edges, edgesOf, findCycles } from './cycles.ts';

/** @param pairs each has two letters: `ab` is an edge from `a` to `b` */
function graph(...pairs: string[]): Edges {
  return edgesOf(pairs.map((pair) => [pair[0]!, pair[1]!]));
}

it('reports the shortest cycle of a cyclic component', () => {
  expect(findCycles(graph('ab', 'bc', 'ca', 'bd', 'dc', 'ae'))).toEqual(['a → b → c → a']);
});

it('reports one cycle for each cyclic component', () => {
  expect(findCycles(graph('ab', 'ba', 'bc', 'cd', 'dc'))).toEqual(['a → b → a', 'c → d → c']);
});

it('reports a node that points to itself', () => {
  expect(findCycles(graph('aa'))).toEqual(['a → a']);
});

it('reports nothing in a graph without cycles', () => {
  expect(findCycles(graph('ab', 'ac', 'bd', 'cd'))).toEqual([]);
});
