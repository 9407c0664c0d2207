/**
 * A 64-bit integer, exact: a number where JavaScript's are (up to 2^53 - 1 either way), a bigint beyond, never the one
 * in place of the other. So `===`, `Set` and `Map` tell two that came from the client apart as the service does.
 */
export type Int64 = number | bigint;

/**
 * The value in decimal digits, as the service reads it. Whether it is within int64 is the service's to say.
 * @param name what the value is to the caller, for the error
 * @throws TypeError for what is no integer, and for a number that may have been rounded before it came here
 */
export function decimal(name: string, value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  // -0 is written as 0.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const hint = Number.isInteger(value) ? ': beyond 2^53 - 1 numbers are rounded, give it as a bigint' : '';
  const given = typeof value === 'number' ? String(value) : typeof value;
  throw new TypeError(`${name} must be a safe integer or a bigint, not ${given}${hint}`);
}
