/**
 * A checker of histories, by the algorithm of Wing and Gong with Lowe's set of visited states ("Testing for linearizability", 2017). It looks
 * for an order in which the concurrent calls of clients can have taken effect, each at one moment between its start and its end.
 */

/** A call of a client. Times are of `performance.now()`. */
export interface Call<Input, Output> {
  readonly input: Input;
  /** Undefined if the client does not know whether the call took effect: then that is possible at any time after its start, or never. */
  readonly output: Output | undefined;
  readonly start: number;
  readonly end: number;
}

/** What each call does in an order without concurrency. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /** Returns the next state. Returns undefined if the call cannot have this output in this state. */
  step(state: State, input: Input, output: Output | undefined): State | undefined;
}

/** The search gives up after this number of steps. A history of 200 calls of 8 clients takes some thousands. */
const maxSteps = 1_000_000;

/**
 * Returns undefined if the calls fit an order. Otherwise returns the longest part of an order that fits, and the calls that could not be next.
 * @throws Error if this cannot be decided within a million steps
 */
export function findViolation<State, Input, Output>(
  model: Model<State, Input, Output>,
  calls: readonly Call<Input, Output>[],
): { readonly order: readonly Call<Input, Output>[]; readonly next: readonly Call<Input, Output>[] } | undefined {
  const sorted = [...calls].sort((one, other) => one.start - other.start);
  const known = sorted.flatMap(({ output }, index) => (output === undefined ? [] : [index]));
  const visited = new Set<string>();
  const order: number[] = [];
  const placed = new Set<number>();
  let steps = 0;
  let longest: number[] = [];

  /** A call may be next unless another call, which has an output and is not in the order yet, ended before it started. */
  const candidates = () => {
    const waiting = known.filter((index) => !placed.has(index));
    const firstEnd = Math.min(...waiting.map((index) => sorted[index]!.end));
    return sorted.flatMap(({ start }, index) => (!placed.has(index) && start <= firstEnd ? [index] : []));
  };

  const search = (state: State): boolean => {
    if (known.every((index) => placed.has(index))) return true;
    const key = `${[...placed].sort((one, other) => one - other).join()} ${JSON.stringify(state)}`;
    if (visited.has(key)) return false;
    visited.add(key);
    for (const index of candidates()) {
      steps += 1;
      if (steps > maxSteps) throw new Error(`no order was found for ${calls.length} calls within ${maxSteps} steps`);
      const { input, output } = sorted[index]!;
      const next = model.step(state, input, output);
      if (next === undefined) continue;
      placed.add(index);
      order.push(index);
      if (order.length > longest.length) longest = [...order];
      if (search(next)) return true;
      placed.delete(index);
      order.pop();
    }
    return false;
  };

  if (search(model.initial)) return undefined;
  longest.forEach((index) => placed.add(index));
  return { order: longest.map((index) => sorted[index]!), next: candidates().map((index) => sorted[index]!) };
}
