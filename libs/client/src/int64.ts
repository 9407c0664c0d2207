/**
 * An exact 64-bit integer: a number from -(2^53 - 1) to 2^53 - 1, otherwise a bigint. Each value has one representation, so
 * that `===`, `Set` and `Map` compare values from the client correctly.
 */
export type Int64 = number | bigint;

/**
 * Formats the value in decimal digits. The service checks that it is within int64.
 * @param name name of the option or member, for the error message
 * @throws TypeError if the value is not an integer, or is a number beyond 2^53 - 1, which may have been rounded
 */
export function formatInt64(name: string, value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  // String(-0) is '0'.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const hint = Number.isInteger(value) ? ': numbers beyond 2^53 - 1 are rounded, pass a bigint' : '';
  const received = typeof value === 'number' ? String(value) : typeof value;
  throw new TypeError(`${name} must be a safe integer or a bigint, not ${received}${hint}`);
}
