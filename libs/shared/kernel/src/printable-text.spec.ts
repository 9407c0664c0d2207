import { PrintableText } from './printable-text.ts';

class Title extends PrintableText {
  static of(text: string): Title {
    return new Title(Title.require('invalid_title', 'title', text));
  }
}

const invalidTitle = expect.objectContaining({
  code: 'invalid_title',
  message:
    'title must be 1 to 100 Unicode characters, not only white space, ' +
    'without control characters, line separators, bidirectional controls or lone surrogates',
});

it.each([
  'a',
  "O'Malley's checkout",
  ' padded ',
  'Zoe\u0308',
  '猫\u{1f408}',
  '\u{1f468}\u200d\u{1f469}',
  'קופה',
  '1 < 2 & 3',
])('accepts %p unchanged', (text) => {
  expect(Title.of(text).text).toBe(text);
});

it.each([
  ['letters', 'x'],
  ['astral characters (two UTF-16 units each)', '\u{1f408}'],
])('accepts 100 %s and rejects 101', (_, character) => {
  expect(Title.of(character.repeat(100)).text).toBe(character.repeat(100));
  expect(() => Title.of(character.repeat(101))).toThrow(invalidTitle);
});

it.each([
  ['an empty text', ''],
  ['a space', ' '],
  ['other white space', '\u00a0\u3000\ufeff'],
  ['U+0000', 'a\0b'],
  ['a tab', 'a\tb'],
  ['a line feed', 'a\nb'],
  ['a line feed at the end', 'a\n'],
  ['a carriage return', 'a\rb'],
  ['an escape sequence', 'a\u001b[31mb'],
  ['U+007F (delete)', 'a\u007fb'],
  ['U+0085 (next line)', 'a\u0085b'],
  ['an 8-bit control sequence introducer', 'a\u009b31mb'],
  ['a line separator', 'a\u2028b'],
  ['a paragraph separator', 'a\u2029b'],
  ['a directional embedding', 'a\u202ab'],
  ['a directional override', 'a\u202eb'],
  ['a directional isolate', 'a\u2066b'],
  ['the end of an isolate', 'a\u2069b'],
  ['a left-to-right mark', 'a\u200eb'],
  ['a right-to-left mark', 'a\u200fb'],
  ['an Arabic letter mark', 'a\u061cb'],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\udc08a'],
])('rejects %s', (_, text) => {
  expect(() => Title.of(text)).toThrow(invalidTitle);
});

it('has a message without the invalid text', () => {
  expect(() => Title.of('\u001b[31mred')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('red') }),
  );
});
