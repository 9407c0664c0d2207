import { VerbatimText } from './verbatim-text.ts';

class Title extends VerbatimText {
  static of(value: unknown): Title {
    return new Title(Title.require('invalid_title', 'title', value));
  }
}

const invalidTitle = expect.objectContaining({
  code: 'invalid_title',
  message:
    'title must be a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates',
});

/** The characters that `\s` matches (ECMAScript: WhiteSpace and LineTerminator). */
const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

it.each([
  ['white space around it is not trimmed', ` \tRex\u00a0\n`],
  ['a composed accent stays composed', 'Zo\u00eb'],
  ['a decomposed accent stays decomposed', 'Zoe\u0308'],
  ['a compatibility ligature stays a ligature', '\ufb01do'],
  ['control characters other than U+0000 are kept', 'a\u0001\u001b\u007f\u0085b'],
  ['markup is plain text', '<b onclick="x">O\'Malley</b>; DROP TABLE pets'],
  ['one letter is enough between white space', `${whiteSpace}a${whiteSpace}`],
])('does not change the text: %s', (_, text) => {
  expect(Title.of(text).text).toBe(text);
});

it.each(['a', '猫', '\u{1f408}'])('accepts 1 and 255 code points %s and refuses 256', (character) => {
  expect(Title.of(character).text).toBe(character);
  expect(Title.of(character.repeat(255)).text).toBe(character.repeat(255));
  expect(() => Title.of(character.repeat(256))).toThrow(invalidTitle);
});

it('counts white space and every code point of a joined emoji', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'; // Five code points.
  expect(Title.of(family.repeat(51)).text).toBe(family.repeat(51));
  for (const text of [`${family.repeat(51)}a`, `${' '.repeat(255)}a`])
    expect(() => Title.of(text)).toThrow(invalidTitle);
});

it.each([
  ['white space alone', ['', whiteSpace, ...whiteSpace]],
  ['U+0000', ['\0', 'Re\0x']],
  ['lone surrogates', ['\ud83d', 'Rex \ud83da', '\udc08', '\udc08\ud83d']],
  ['other types', [null, 7, 7n, true, ['Rex'], { text: 'Rex' }]],
])('refuses %s', (_, values: readonly unknown[]) => {
  for (const value of values) expect(() => Title.of(value)).toThrow(invalidTitle);
});

it.each(['\u0085', '\u180e', '\u200b', '\u2800'])('accepts %p, which looks blank but is not white space', (text) => {
  expect(Title.of(text).text).toBe(text);
});

it('a subclass may have another maximum length', () => {
  class Initials extends VerbatimText {
    static override readonly maxLength = 3;

    static of(value: unknown): Initials {
      return new Initials(Initials.require('invalid_initials', 'initials', value));
    }
  }
  expect(Initials.of('\u{1f408}'.repeat(3)).text).toBe('\u{1f408}'.repeat(3));
  expect(() => Initials.of('abcd')).toThrow('initials must be a string of 1 to 3 Unicode characters');
});
