import { IdempotencyKey } from './idempotency-key.ts';

const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';

it.each(['!', '~', '"', '\\', 'a,b', '8e03978e-40d5-43e8-bc93-6894a57f9324', 'x'.repeat(255)])('accepts %s', (text) => {
  expect(IdempotencyKey.of(text, 'an owner')).toMatchObject({ text, owner: 'an owner' });
});

it.each(['', 'x'.repeat(256), ' ', 'a b', 'a\t', 'a\n', 'a\0', '\u007f', '\u0080', 'clé', null, 7, ['a']])(
  'rejects %p',
  (text) => {
    const rejected = expect.objectContaining({ code: 'invalid_idempotency_key', message });
    expect(() => IdempotencyKey.of(text, 'an owner')).toThrow(rejected);
  },
);
