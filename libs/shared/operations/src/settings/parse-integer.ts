/** Parses a decimal integer without a sign. Returns undefined for another text, and for one that is out of the range. */
export function parseInteger(text: string, min: number, max: number): number | undefined {
  const value = Number(text);
  return /^\d{1,6}$/.test(text) && value >= min && value <= max ? value : undefined;
}
