/** Compares by JSON text; usable without a test framework. @throws Error that shows both values when they differ */
export function expectSame(actual: unknown, expected: unknown): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`expected ${wanted}\n     got ${seen}`);
}

/** The error of a rejected promise. @throws Error when the promise is fulfilled */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const succeeded = new Error('expected a rejection, but the promise was fulfilled');
  const outcome = await work.then(
    () => succeeded,
    (failure: unknown) => failure,
  );
  if (outcome === succeeded) throw succeeded;
  return outcome;
}
