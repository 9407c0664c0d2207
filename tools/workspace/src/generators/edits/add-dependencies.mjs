import { UnexpectedShape } from './source-edit.mjs';

/**
 * Adds dependencies to a package.json, in alphabetical order. Dependencies that it has already keep their version.
 * @param {string} text of the package.json
 * @param {Readonly<Record<string, string>>} added versions by name
 * @returns {string} the changed text
 * @throws {UnexpectedShape} if the text is not a JSON object with `dependencies`
 */
export function addDependencies(text, added) {
  const manifest = parseObject(text);
  const { dependencies } = manifest;
  if (typeof dependencies !== 'object' || dependencies === null) throw new UnexpectedShape('it has no `dependencies`');
  const entries = Object.entries({ ...added, .../** @type {Record<string, string>} */ (dependencies) });
  const sorted = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ ...manifest, dependencies: sorted }, undefined, 2)}\n`;
}

/**
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
function parseObject(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnexpectedShape(`it is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}
