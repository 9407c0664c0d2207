/** Control characters, line and paragraph separators, and what turns the direction of text (Unicode, UAX #9). */
const unshowable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Length in Unicode code points. */
const longest = 100;

/** The rule in words: what is shown in tables and logs stays on its line and in its order. */
export const showable =
  `1 to ${longest} Unicode characters, ` +
  'not only white space, without control characters, line separators, marks of direction or lone surrogates';

export function isShowable(text: string): boolean {
  return /\S/.test(text) && !unshowable.test(text) && text.isWellFormed() && [...text].length <= longest;
}
