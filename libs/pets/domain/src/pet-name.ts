import { InvalidValue } from '@petstore/kernel';

/** The name of a pet, exactly as the client sent it: not trimmed, not normalised. */
export class PetName {
  /** Length limits in Unicode code points. */
  static readonly minLength = 1;
  static readonly maxLength = 255;

  /**
   * Regular expression for the flag `u`: at least one character that is not white space, and no U+0000. It accepts lone
   * surrogates, which `of` rejects separately. The OpenAPI document contains it.
   */
  static readonly pattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';

  static readonly allowed =
    `a string of ${PetName.minLength} to ${PetName.maxLength} Unicode characters, ` +
    'not only white space, without U+0000 or lone surrogates';

  private constructor(readonly text: string) {}

  /**
   * Rejects U+0000 and lone surrogates, because PostgreSQL cannot store them. Replacing them would change the name silently.
   * @throws InvalidValue `invalid_pet_name` if the value breaks the rule in `allowed`
   */
  static of(value: unknown): PetName {
    if (typeof value !== 'string' || !isAllowed(value)) {
      throw new InvalidValue('invalid_pet_name', 'name', value, PetName.allowed);
    }
    return new PetName(value);
  }
}

const format = new RegExp(PetName.pattern, 'u');

function isAllowed(text: string): boolean {
  return isShortEnough(text) && format.test(text) && text.isWellFormed();
}

/** A code point has one or two UTF-16 units. So the length of most texts decides, and only few must be counted. */
function isShortEnough(text: string): boolean {
  if (text.length <= PetName.maxLength) return true;
  return text.length <= 2 * PetName.maxLength && [...text].length <= PetName.maxLength;
}
