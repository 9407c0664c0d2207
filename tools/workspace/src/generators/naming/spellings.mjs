/**
 * A name in the spellings that files, code, SQL and texts use.
 * @typedef {object} Spellings
 * @property {string} kebab `adoption-request`
 * @property {string} pascal `AdoptionRequest`
 * @property {string} camel `adoptionRequest`
 * @property {string} snake `adoption_request`
 * @property {string} words `adoption request`
 * @property {string} sentence `Adoption request`
 */

/** @param {string} word */
const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * @param {string} kebab a name in kebab-case
 * @returns {Spellings}
 */
export function spellingsOf(kebab) {
  const words = kebab.split('-');
  const pascal = words.map(capitalize).join('');
  return {
    kebab,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    words: words.join(' '),
    sentence: capitalize(words.join(' ')),
  };
}

/**
 * Converts `AdoptionRequest` to `adoption-request`.
 * @param {string} pascal a name in PascalCase
 */
export function kebabOf(pascal) {
  return pascal.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();
}

/**
 * Returns the regular English plural of the last word of the name.
 * @param {string} singular a name in kebab-case
 */
export function pluralOf(singular) {
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/**
 * Whether the name is probably a plural: it ends with s, and not with the end of a singular such as `address` or `status`.
 * @param {string} name in any spelling
 */
export function looksPlural(name) {
  return /[^aisu]s$/.test(name);
}

/** Words with a vowel that is spoken like a consonant, and words with a silent h. */
const consonantSound = /^(?:eu|one|uni(?!n|m)|us[eua]|ut[ei])/;
const silentH = /^(?:heir|hono|hour|honest)/;

/**
 * Returns the indefinite article, `a` or `an`.
 * @param {string} words text that begins with the word after the article
 */
export function articleOf(words) {
  return (/^[aeiou]/.test(words) && !consonantSound.test(words)) || silentH.test(words) ? 'an' : 'a';
}
