import { IdempotencyKey } from './idempotency-key.ts';

const invalidKey = expect.objectContaining({
  code: 'invalid_idempotency_key',
  message: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
});
/** U+0021 to U+007E. */
const allVisible = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

it.each(['a', '0', '"', '\\', 'a,b', '8e03978e-40d5-43e8-bc93-6894a57f9324', allVisible, 'x'.repeat(255)])(
  'accepts %s unchanged and stores its owner',
  (text) => {
    expect(IdempotencyKey.of(text, 'an owner')).toMatchObject({ text, owner: 'an owner' });
  },
);

it.each([
  ['an empty text', ''],
  ['256 characters', 'x'.repeat(256)],
  ['a space', ' '],
  ['a space inside', 'a b'],
  ['a tab', 'a\t'],
  ['a line break at the end', 'a\n'],
  ['U+0000', 'a\0'],
  ['U+007F', '\u007f'],
  ['U+0080', '\u0080'],
  ['a letter outside ASCII', 'clé'],
])('rejects %s', (_, text) => {
  expect(() => IdempotencyKey.of(text, 'an owner')).toThrow(invalidKey);
});

it.each([null, 7, true, ['a'], { text: 'a' }])('rejects %p: not a string', (text) => {
  expect(() => IdempotencyKey.of(text, 'an owner')).toThrow(invalidKey);
});

it('rejects undefined: the key is required', () => {
  expect(() => IdempotencyKey.of(undefined, 'an owner')).toThrow(
    'Idempotency-Key is required: it must be 1 to 255 visible ASCII characters',
  );
});

it('has a lifetime of 24 hours', () => {
  expect(IdempotencyKey.lifetime).toBe(86_400_000);
});
