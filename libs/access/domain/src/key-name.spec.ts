import { InvalidKeyName } from './access.errors.ts';
import { KeyName } from './key-name.ts';

it.each(['a', "O'Malley's till", ' padded ', 'Zoe\u0308', '猫\u{1f408}'])(
  'keeps %p exactly as it was given',
  (text) => {
    expect(KeyName.of(text).text).toBe(text);
  },
);

it.each([
  ['letters', 'x'],
  ['astral characters (two UTF-16 units each)', '\u{1f408}'],
])('takes 100 %s and refuses 101', (_, character) => {
  expect(KeyName.of(character.repeat(100)).text).toBe(character.repeat(100));
  expect(() => KeyName.of(character.repeat(101))).toThrow(InvalidKeyName);
});

it.each([
  ['nothing', ''],
  ['a space', ' '],
  ['other white space', '\u00a0\u3000\ufeff'],
  ['U+0000', 'a\0b'],
  ['a tab', 'a\tb'],
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['an escape sequence', 'a\u001b[31mb'],
  ['a delete', 'a\u007fb'],
  ['a next line', 'a\u0085b'],
  ['a line separator', 'a\u2028b'],
  ['an override of direction', 'a\u202eb'],
  ['an isolate of direction', 'a\u2066b'],
  ['a high surrogate alone', 'a\ud83d'],
  ['a low surrogate alone', '\udc08a'],
])('refuses %s', (_, text) => {
  expect(() => KeyName.of(text)).toThrow(InvalidKeyName);
});

it('says what is allowed, and does not echo what was given', () => {
  expect(() => KeyName.of('\u001b[31mred')).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      code: 'invalid_key_name',
      message:
        'the name of a key must be 1 to 100 Unicode characters, ' +
        'not only white space, without control characters, line separators, marks of direction or lone surrogates',
    }),
  );
});
