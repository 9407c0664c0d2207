/**
 * Characters that a terminal may interpret or that change the order of displayed text: DEL and C1 (which includes CSI), line
 * and paragraph separators, bidirectional controls. JSON text may contain them unescaped. JSON.stringify always escapes the
 * control characters below U+0020.
 */
const controlInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The same characters, and the control characters below U+0020 except tab and line feed. */
const controlInText = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes the control characters in a line of JSON. The parsed value stays the same. */
export function escapeControlCharactersInJson(line: string): string {
  return line.replace(controlInJson, unicodeEscape);
}

/** Escapes the control characters in text for a terminal, so that escape sequences are displayed and not interpreted. */
export function escapeControlCharacters(text: string): string {
  return text.replace(controlInText, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
