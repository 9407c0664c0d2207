import { InvalidActor, InvalidKeyName } from './access.errors.ts';
import { Actor } from './actor.ts';
import { KeyName } from './key-name.ts';

const lines =
  'not only white space, without control characters, line separators, marks of direction or lone surrogates';

describe.each([
  { what: 'the name of a key', Text: KeyName, Refusal: InvalidKeyName, code: 'invalid_key_name' },
  { what: 'the name of who does it', Text: Actor, Refusal: InvalidActor, code: 'invalid_actor' },
])('$what', ({ what, Text, Refusal, code }) => {
  it.each([
    'a',
    "O'Malley's till",
    ' padded ',
    'Zoe\u0308',
    '猫\u{1f408}',
    '\u{1f468}\u200d\u{1f469}',
    'קופה',
    '1 < 2 & 3',
  ])('is kept exactly as it was given: %p', (text) => {
    expect(Text.of(text).text).toBe(text);
  });

  it.each([
    ['letters', 'x'],
    ['astral characters (two UTF-16 units each)', '\u{1f408}'],
  ])('may have 100 %s, and no 101', (_, character) => {
    expect(Text.of(character.repeat(100)).text).toBe(character.repeat(100));
    expect(() => Text.of(character.repeat(101))).toThrow(Refusal);
  });

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['other white space', '\u00a0\u3000\ufeff'],
    ['U+0000', 'a\0b'],
    ['a tab', 'a\tb'],
    ['a line feed', 'a\nb'],
    ['a line feed at the end', 'a\n'],
    ['a carriage return', 'a\rb'],
    ['an escape sequence', 'a\u001b[31mb'],
    ['a delete', 'a\u007fb'],
    ['a next line', 'a\u0085b'],
    ['a control sequence introducer of 8 bits', 'a\u009b31mb'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['an embedding of direction', 'a\u202ab'],
    ['an override of direction', 'a\u202eb'],
    ['an isolate of direction', 'a\u2066b'],
    ['the end of an isolate', 'a\u2069b'],
    ['a left-to-right mark', 'a\u200eb'],
    ['a right-to-left mark', 'a\u200fb'],
    ['an Arabic letter mark', 'a\u061cb'],
    ['a high surrogate alone', 'a\ud83d'],
    ['a low surrogate alone', '\udc08a'],
  ])('is not %s', (_, text) => {
    expect(() => Text.of(text)).toThrow(Refusal);
  });

  it('says, when it is refused, what is allowed, and does not echo what was given', () => {
    const message = `${what} must be 1 to 100 Unicode characters, ${lines}`;
    expect(() => Text.of('\u001b[31mred')).toThrow(expect.objectContaining({ kind: 'invalid', code, message }));
  });

  it('comes back from the store as it is, whatever the rule is by now', () => {
    expect(Text.restore('\t').text).toBe('\t');
  });
});
