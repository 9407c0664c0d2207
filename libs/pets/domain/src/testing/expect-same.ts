/** For contracts, which run under no test framework. @throws Error that shows both */
export function expectSame(actual: unknown, expected: unknown): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`expected ${wanted}\n     got ${seen}`);
}
