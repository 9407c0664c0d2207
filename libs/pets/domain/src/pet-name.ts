import { InvalidPetName } from './pet.errors.ts';

/** An animal's name, kept exactly as it was given: never trimmed, never normalised. */
export class PetName {
  /** Length limits in Unicode code points. */
  static readonly minLength = 1;
  static readonly maxLength = 255;

  /** Something that is not white space, and U+0000 nowhere; a regular expression for the flag `u`. */
  static readonly pattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';

  /** The rule in words. */
  static readonly allowed =
    `a string of ${PetName.minLength} to ${PetName.maxLength} Unicode characters, ` +
    'not only white space, without U+0000 or lone surrogates';

  private constructor(readonly text: string) {}

  /**
   * @throws InvalidPetName unless the value is a string within the limits that holds something else than white space,
   * and neither U+0000 nor a lone surrogate: the database cannot keep those, and nothing may be altered silently
   */
  static of(value: unknown): PetName {
    if (typeof value !== 'string' || !isNameable(value)) throw new InvalidPetName(value, PetName.allowed);
    return new PetName(value);
  }
}

const pattern = new RegExp(PetName.pattern, 'u');

function isNameable(text: string): boolean {
  return isShortEnough(text) && pattern.test(text) && text.isWellFormed();
}

/** A code point takes at most two UTF-16 units, so most texts need no counting. */
function isShortEnough(text: string): boolean {
  if (text.length <= PetName.maxLength) return true;
  return text.length <= 2 * PetName.maxLength && [...text].length <= PetName.maxLength;
}
