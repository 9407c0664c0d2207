import { PrintableText } from './printable-text.ts';

class Title extends PrintableText {
  static of(text: string): Title {
    return new Title(Title.require('invalid_title', 'title', text));
  }
}

const message =
  'title must be 1 to 100 Unicode characters, not only white space, ' +
  'without control characters, line separators, bidirectional controls or lone surrogates';

it.each(["O'Malley's", ' padded ', 'Zoe\u0308', '\u{1f468}\u200d\u{1f469}', 'קופה', '\u{1f408}'.repeat(100)])(
  'accepts %p unchanged',
  (text) => expect(Title.of(text).text).toBe(text),
);

it.each([
  ['other texts that VerbatimText refuses', ['', ' ', 'x'.repeat(101), 'a\ud83d']],
  ['control characters', ['a\0b', 'a\tb', 'a\n', 'a\rb', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\u009b31mb']],
  ['line separators', ['a\u2028b', 'a\u2029b']],
  ['bidirectional controls', [...'\u202a\u202e\u2066\u2069\u200e\u200f\u061c'].map((control) => `a${control}b`)],
])('rejects %s', (_, texts) => {
  for (const text of texts)
    expect(() => Title.of(text)).toThrow(expect.objectContaining({ code: 'invalid_title', message }));
});
