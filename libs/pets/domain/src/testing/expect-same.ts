/** Compares by JSON text; usable without a test framework. @throws Error that shows both values when they differ */
export function expectSame(actual: unknown, expected: unknown): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`expected ${wanted}\n     got ${seen}`);
}
