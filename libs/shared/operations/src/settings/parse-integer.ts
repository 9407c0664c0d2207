/** Parses a decimal integer without a sign. Returns undefined for another text, and for one that is out of the range. */
export function parseInteger(text: string, min: number, max: number): number | undefined {
  // `Number` also reads `1e3`, `0x10` and an empty text.
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : undefined;
}
