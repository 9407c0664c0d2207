import { toBase62, bytesToBase62 } from './base62.ts';

describe('the digits are 0-9, A-Z, a-z in this order', () => {
  it.each([
    [0n, '0'],
    [9n, '9'],
    [10n, 'A'],
    [35n, 'Z'],
    [36n, 'a'],
    [61n, 'z'],
    [62n, '10'],
    [3843n, 'zz'],
    [3844n, '100'],
    [2n ** 32n - 1n, '4gfFC3'],
  ])('writes %p as %s', (value, text) => {
    expect(toBase62(value, 1)).toBe(text);
  });
});

it('pads with zeros on the left', () => {
  expect(toBase62(0n, 6)).toBe('000000');
  expect(toBase62(61n, 6)).toBe('00000z');
});

it.each([
  ['no bytes', [], '00000'],
  ['zeros', [0, 0, 0], '00000'],
  ['the most significant byte first', [1, 0], '00048'],
  ['a leading zero byte', [0, 1, 0], '00048'],
  ['a byte of ones', [255], '00047'],
])('encodes bytes as one integer: %s', (_, bytes, text) => {
  expect(bytesToBase62(Uint8Array.from(bytes), 5)).toBe(text);
});
