/** For contracts, which know no test runner. @throws Error that shows both, when they differ */
export function expectSame(actual: unknown, expected: unknown): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`expected ${wanted}\n     got ${seen}`);
}

/** The work's failure. @throws Error when there is none */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const succeeded = new Error('it was to fail, and did not');
  const outcome = await work.then(
    () => succeeded,
    (failure: unknown) => failure,
  );
  if (outcome === succeeded) throw succeeded;
  return outcome;
}
