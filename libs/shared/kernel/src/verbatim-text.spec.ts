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

/** Code points that `\s` matches (ECMAScript: WhiteSpace and LineTerminator), in hexadecimal. */
const whiteSpace = (
  '0009 000a 000b 000c 000d 0020 00a0 1680 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200a ' +
  '2028 2029 202f 205f 3000 feff'
).split(' ');

const codePoint = (hex: string) => String.fromCodePoint(parseInt(hex, 16));

describe('a VerbatimText does not change the text', () => {
  it.each([
    ['white space around it is not trimmed', ' \tRex\u00a0\n'],
    ['a composed accent stays composed', 'Zo\u00eb'],
    ['a decomposed accent stays decomposed', 'Zoe\u0308'],
    ['a compatibility ligature stays a ligature', '\ufb01do'],
    ['control characters other than U+0000 are kept', 'a\u0001\u001b\u007f\u0085b'],
    ['markup is plain text', '<b onclick="x">O\'Malley</b>; DROP TABLE pets'],
  ])('%s', (_, text) => {
    expect(Title.of(text).text).toBe(text);
  });
});

describe('a text has 1 to 255 characters, counted as code points', () => {
  it.each([
    ['letter', 'a'],
    ['character outside ASCII', '猫'],
    ['astral character (two UTF-16 units)', '\u{1f408}'],
  ])('accepts 1 and 255 of the same %s and refuses 256', (_, character) => {
    expect(Title.of(character).text).toBe(character);
    expect(Title.of(character.repeat(255)).text).toBe(character.repeat(255));
    expect(() => Title.of(character.repeat(256))).toThrow(invalidTitle);
  });

  it('counts every code point of a joined emoji', () => {
    // Five code points.
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    expect(Title.of(family.repeat(51)).text).toBe(family.repeat(51));
    expect(() => Title.of(family.repeat(51) + 'a')).toThrow(invalidTitle);
  });

  it('counts white space around the text', () => {
    expect(() => Title.of(`${' '.repeat(255)}a`)).toThrow(invalidTitle);
  });

  it('refuses an empty text', () => {
    expect(() => Title.of('')).toThrow(invalidTitle);
  });
});

describe('a text is not only white space', () => {
  it.each(whiteSpace)('refuses U+%s alone', (hex) => {
    expect(() => Title.of(codePoint(hex))).toThrow(invalidTitle);
  });

  it('refuses a text of all white space characters, and accepts them around a letter', () => {
    const blank = whiteSpace.map(codePoint).join('');
    expect(() => Title.of(blank)).toThrow(invalidTitle);
    expect(Title.of(`${blank}a${blank}`).text).toBe(`${blank}a${blank}`);
  });

  it.each(['0085', '180e', '200b', '2800'])('accepts U+%s, which looks blank but is not white space', (hex) => {
    expect(Title.of(codePoint(hex)).text).toBe(codePoint(hex));
  });
});

describe('a text can be stored by PostgreSQL', () => {
  it.each([
    ['U+0000 alone', '\0'],
    ['U+0000 inside', 'Re\0x'],
    ['a lone high surrogate', '\ud83d'],
    ['a high surrogate before a letter', 'Rex \ud83da'],
    ['a lone low surrogate', '\udc08'],
    ['a surrogate pair in the wrong order', '\udc08\ud83d'],
  ])('refuses %s', (_, text) => {
    expect(() => Title.of(text)).toThrow(invalidTitle);
  });
});

it.each([null, 7, 7n, true, ['Rex'], { text: 'Rex' }])('refuses %p, which is not a string', (value) => {
  expect(() => Title.of(value)).toThrow(invalidTitle);
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
  expect(Title.maxLength).toBe(255);
});

it('says that a missing text is required', () => {
  expect(() => Title.of(undefined)).toThrow(`title is required: it must be ${Title.allowed}`);
});
