import { PetName } from './pet-name.ts';

const invalidPetName = expect.objectContaining({ code: 'invalid_pet_name' });

/** Code points that `\s` matches (ECMAScript: WhiteSpace and LineTerminator), in hexadecimal. */
const whiteSpace = (
  '0009 000a 000b 000c 000d 0020 00a0 1680 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200a ' +
  '2028 2029 202f 205f 3000 feff'
).split(' ');

const codePoint = (hex: string) => String.fromCodePoint(parseInt(hex, 16));

describe('PetName.of does not change the text', () => {
  it.each([
    ['white space around it is not trimmed', ' \tRex\u00a0\n'],
    ['a composed accent stays composed', 'Zo\u00eb'],
    ['a decomposed accent stays decomposed', 'Zoe\u0308'],
    ['a compatibility ligature stays a ligature', '\ufb01do'],
    ['control characters other than U+0000 are kept', 'a\u0001\u001b\u007f\u0085b'],
    ['markup is plain text', '<b onclick="x">O\'Malley</b>; DROP TABLE pets'],
  ])('%s', (_, text) => {
    expect(PetName.of(text).text).toBe(text);
  });
});

describe('a name has 1 to 255 characters, counted as code points', () => {
  it.each([
    ['letter', 'a'],
    ['character outside ASCII', '猫'],
    ['astral character (two UTF-16 units)', '\u{1f408}'],
  ])('accepts 1 and 255 of the same %s and refuses 256', (_, character) => {
    expect(PetName.of(character).text).toBe(character);
    expect(PetName.of(character.repeat(255)).text).toBe(character.repeat(255));
    expect(() => PetName.of(character.repeat(256))).toThrow(invalidPetName);
  });

  it('counts every code point of a joined emoji', () => {
    // Five code points.
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    expect(PetName.of(family.repeat(51)).text).toBe(family.repeat(51));
    expect(() => PetName.of(family.repeat(51) + 'a')).toThrow(invalidPetName);
  });

  it('counts white space around the name', () => {
    expect(() => PetName.of(`${' '.repeat(255)}a`)).toThrow(invalidPetName);
  });

  it('refuses an empty name', () => {
    expect(() => PetName.of('')).toThrow(invalidPetName);
  });
});

describe('a name is not only white space', () => {
  it.each(whiteSpace)('refuses U+%s alone', (hex) => {
    expect(() => PetName.of(codePoint(hex))).toThrow(invalidPetName);
  });

  it('refuses a text of all white space characters, and accepts them around a letter', () => {
    const blank = whiteSpace.map(codePoint).join('');
    expect(() => PetName.of(blank)).toThrow(invalidPetName);
    expect(PetName.of(`${blank}a${blank}`).text).toBe(`${blank}a${blank}`);
  });

  it.each(['0085', '180e', '200b', '2800'])('accepts U+%s, which looks blank but is not white space', (hex) => {
    expect(PetName.of(codePoint(hex)).text).toBe(codePoint(hex));
  });
});

describe('a name can be stored by PostgreSQL', () => {
  it.each([
    ['U+0000 alone', '\0'],
    ['U+0000 inside', 'Re\0x'],
    ['a lone high surrogate', '\ud83d'],
    ['a high surrogate before a letter', 'Rex \ud83da'],
    ['a lone low surrogate', '\udc08'],
    ['a surrogate pair in the wrong order', '\udc08\ud83d'],
  ])('refuses %s', (_, text) => {
    expect(() => PetName.of(text)).toThrow(invalidPetName);
  });
});

it.each([undefined, null, 7, 7n, true, ['Rex'], { text: 'Rex' }])('refuses %p, which is not a string', (value) => {
  expect(() => PetName.of(value)).toThrow(invalidPetName);
});
