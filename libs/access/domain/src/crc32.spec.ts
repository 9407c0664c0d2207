import { crc32 } from './crc32.ts';

it.each([
  ['', 0],
  ['a', 0xe8b7be43],
  ['abc', 0x352441c2],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('returns the published CRC-32 of %p', (text, checksum) => {
  expect(crc32(text)).toBe(checksum);
});
