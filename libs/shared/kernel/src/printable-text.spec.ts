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

it.each(['a', "O'Malley's", ' padded ', 'Zoe\u0308', '猫\u{1f408}', '\u{1f468}\u200d\u{1f469}', 'קופה', '1 < 2 & 3'])(
  'accepts %p unchanged',
  (text) => {
    expect(Title.of(text).text).toBe(text);
  },
);

it.each(['x', '\u{1f408}'])('accepts 100 times %s and rejects 101', (character) => {
  expect(Title.of(character.repeat(100)).text).toBe(character.repeat(100));
  expect(() => Title.of(character.repeat(101))).toThrow(invalidTitle);
});

it.each([
  ['white space alone', ['', ' ', '\u00a0\u3000\ufeff']],
  [
    'control characters',
    ['a\0b', 'a\tb', 'a\nb', 'a\n', 'a\rb', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\u009b31mb'],
  ],
  ['line separators', ['a\u2028b', 'a\u2029b']],
  ['bidirectional controls', [...'\u202a\u202e\u2066\u2069\u200e\u200f\u061c'].map((control) => `a${control}b`)],
  ['lone surrogates', ['a\ud83d', '\udc08a']],
])('rejects %s', (_, texts) => {
  for (const text of texts) expect(() => Title.of(text)).toThrow(invalidTitle);
});
