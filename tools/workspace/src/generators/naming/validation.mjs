import ts from 'typescript';
import { kebabOf, looksPlural, pluralOf } from './spellings.mjs';

const kebabCase = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;
const pascalCase = /^(?:[A-Z][a-z0-9]+)+$/;

/**
 * @param {string} kind what the name belongs to
 * @param {string} name
 * @throws {Error} if the name is not in kebab-case
 */
export function requireKebabCase(kind, name) {
  if (!kebabCase.test(name))
    throw new Error(`The ${kind} ${JSON.stringify(name)} is not in kebab-case, such as "lost-pets".`);
}

/**
 * @param {string} name
 * @throws {Error} if the name is not a verb and a noun in kebab-case
 */
export function requireVerbAndNoun(name) {
  requireKebabCase('use case', name);
  if (!name.includes('-')) throw new Error(`The use case "${name}" needs a verb and a noun, such as "rename-pet".`);
}

/**
 * @param {string} aggregate
 * @param {string | undefined} plural in kebab-case
 * @returns {{ aggregate: string; plural: string }} both in kebab-case
 * @throws {Error} if the aggregate is not a singular in PascalCase, if the code cannot use the name, or if the plural is invalid
 */
export function aggregateNames(aggregate, plural) {
  if (!pascalCase.test(aggregate)) {
    throw new Error(`The aggregate ${JSON.stringify(aggregate)} is not in PascalCase, such as "Visit".`);
  }
  if (plural === undefined && looksPlural(aggregate)) {
    throw new Error(`The aggregate "${aggregate}" looks like a plural. Use the singular, or set --plural.`);
  }
  const singular = kebabOf(aggregate);
  const names = { aggregate: singular, plural: plural ?? pluralOf(singular) };
  requireKebabCase('plural', names.plural);
  if (names.plural === singular)
    throw new Error(`The plural "${singular}" is the singular. Set another with --plural.`);
  for (const name of [aggregate, singular, names.plural]) requireUnreserved(name);
  return names;
}

/** @param {string} name */
function requireUnreserved(name) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, name);
  const isKeyword = !name.includes('-') && scanner.scan() !== ts.SyntaxKind.Identifier;
  if (isKeyword || name in globalThis) throw new Error(`"${name}" is a name of JavaScript or TypeScript. Use another.`);
}
