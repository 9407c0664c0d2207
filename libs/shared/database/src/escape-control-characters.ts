/**
 * Characters that a terminal may obey or that show text in another order than it has: DEL and C1 (a CSI among them), line
 * and paragraph separators, bidirectional overrides. JSON may hold them raw; those below U+0020 it always escapes.
 */
const obeyed = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** The same, and all below U+0020 but tabs and line feeds. */
const obeyedInText = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** A line of JSON with nothing left that a terminal would obey; it means the same. */
export function escapeControlCharactersInJson(line: string): string {
  return line.replace(obeyed, escaped);
}

/** Text for a terminal, where an escape sequence shows as what it is. */
export function escapeControlCharacters(text: string): string {
  return text.replace(obeyedInText, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
