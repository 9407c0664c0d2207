/**
 * Compares two values by their JSON text. Uses no test framework, so that any framework can run the contracts.
 * @throws Error that shows both texts if they differ
 */
export function expectSame(actual: unknown, expected: unknown): void {
  const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualText !== expectedText) throw new Error(`expected ${expectedText}\n     got ${actualText}`);
}

/** Returns the error of a rejected promise. @throws Error if the promise is fulfilled */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const succeeded = new Error('expected a rejection, but the promise was fulfilled');
  const outcome = await promise.then(
    () => succeeded,
    (failure: unknown) => failure,
  );
  if (outcome === succeeded) throw succeeded;
  return outcome;
}
