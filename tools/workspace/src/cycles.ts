/** A directed graph: for each node, the nodes that it points to. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** Builds a graph from pairs of nodes. */
export function edgesOf(pairs: Iterable<readonly [from: string, to: string]>): Edges {
  const edges = new Map<string, Set<string>>();
  for (const [from, to] of pairs) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return edges;
}

/** Returns the strongly connected components of more than one node (Tarjan's algorithm), each with its nodes sorted. */
export function cyclicComponents(edges: Edges): string[][] {
  const indexOf = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  const visit = (node: string): number => {
    const index = indexOf.size;
    indexOf.set(node, index);
    stack.push(node);
    let low = index;
    for (const next of edges.get(node) ?? []) {
      if (!indexOf.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, indexOf.get(next)!);
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) components.push(component.sort());
    }
    return low;
  };
  for (const node of edges.keys()) if (!indexOf.has(node)) visit(node);
  return components.sort(([a = ''], [b = '']) => a.localeCompare(b));
}

/**
 * Returns a cycle for each cyclic component, and each node that points to itself, in the form `a → b → a`. A cycle is the
 * shortest one through the first node of its component.
 */
export function findCycles(edges: Edges): string[] {
  const cycles = cyclicComponents(edges).map(([start = '']) => shortestCycle(edges, start));
  const selfLoops = [...edges].filter(([node, next]) => next.has(node)).map(([node]) => [node, node]);
  return [...cycles, ...selfLoops].map((nodes) => nodes.join(' → '));
}

/**
 * Finds the shortest path from `start` back to `start`, by breadth-first search.
 * @throws Error if `start` is not on a cycle
 */
function shortestCycle(edges: Edges, start: string): string[] {
  // A queue: the loop appends to it.
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of edges.get(path.at(-1)!) ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  throw new Error(`${start} is not on a cycle`);
}
