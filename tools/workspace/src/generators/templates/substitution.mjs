import { articleOf, spellingsOf } from '../naming/spellings.mjs';

/**
 * The names that replace those of the sample in the templates. All are in kebab-case.
 * @typedef {object} Names
 * @property {string} context replaces `sample-context`
 * @property {string} aggregate replaces `sample-item`
 * @property {string} plural replaces `sample-items`
 * @property {string} [useCase] replaces `sample-use-case`
 */

/**
 * Returns a function that replaces the names of the sample in a text. The templates are valid code about the aggregate SampleItem
 * of the context sample-context. The two words make each spelling different: SampleItem, sampleItem, sample-item, sample_item.
 * @param {Names} names
 * @param {Readonly<Record<string, string>>} [others] further replacements, by the text that they replace
 * @returns {(text: string) => string}
 */
export function substitution({ context, aggregate, plural, useCase = '' }, others = {}) {
  const replaced = {
    'sample-context': context,
    'sample-use-case': useCase,
    'sample-items': plural,
    'sample-item': aggregate,
  };
  const pairs = Object.entries(replaced).flatMap(([sample, name]) => spellingPairs(sample, name));
  const article = articleOf(spellingsOf(aggregate).words);
  return (text) => {
    const withArticles = text.replace(
      /\b([Aa]) (?=(?:sample item|SampleItem)(?!s))/g,
      (_, a) => `${a}${article.slice(1)} `,
    );
    return [...Object.entries(others), ...pairs].reduce((all, [from, to]) => all.replaceAll(from, to), withArticles);
  };
}

/**
 * @param {string} sample
 * @param {string} name
 * @returns {[string, string][]}
 */
function spellingPairs(sample, name) {
  const spellings = spellingsOf(name);
  return Object.entries(spellingsOf(sample)).map(([spelling, from]) => [
    from,
    spellings[/** @type {keyof typeof spellings} */ (spelling)],
  ]);
}
