/** The polynomial of CRC-32 with its bits reversed, because this algorithm shifts to the right. */
const polynomial = 0xedb88320;

/** The remainder of each byte. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let remainder = index;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
  return remainder;
});

/** Returns the CRC-32 of ASCII text (ISO 3309, as in zip and PNG), from 0 to 2^32 - 1. */
export function crc32(ascii: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < ascii.length; index++) {
    remainder = (remainder >>> 8) ^ table[(remainder ^ ascii.charCodeAt(index)) & 0xff]!;
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
