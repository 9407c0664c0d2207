const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);

/** Encodes a non-negative integer in base62 (0-9, A-Z, a-z), the most significant digit first, padded with zeros to `width`. */
export function toBase62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = digits[Number(rest % base)] + text;
  return text.padStart(width, '0');
}

/** Encodes the bytes as one big-endian integer, padded with zeros to `width` digits. */
export function bytesToBase62(bytes: Uint8Array, width: number): string {
  return toBase62(
    bytes.reduce((integer, byte) => (integer << 8n) | BigInt(byte), 0n),
    width,
  );
}
