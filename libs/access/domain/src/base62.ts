const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);

/** Base62 with the digits 0-9, A-Z, a-z, the most significant first, padded with zeros to `width` digits. */
export function base62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = digits[Number(rest % base)] + text;
  return text.padStart(width, '0');
}

/** The bytes as one big-endian number in base62. */
export function base62OfBytes(bytes: Uint8Array, width: number): string {
  return base62(
    bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
    width,
  );
}
