import { isTest } from '../source-files.mjs';
import { contextLayers, otherContext, projectKinds } from './boundary-rules.mjs';

/** @typedef {import('./projects.mjs').Project} Project */

/**
 * Whether the file is a test, or all code of its project is for tests and development. Files outside of `src` are
 * configuration and scripts, which no production file can import.
 * @param {Project} project
 * @param {string} path
 */
export function isTestCode({ folder, kind }, path) {
  return projectKinds[kind]?.testOnly === true || isTest(path) || !path.startsWith(`${folder}/src/`);
}

/**
 * Whether a project of one kind may import a project of another kind, or depend on it.
 * @param {Project} from
 * @param {Project} to
 * @param {boolean} inTest
 */
export function mayImport(from, to, inTest) {
  const { imports, ofOwnContext = [], ofAnyContext = [], inTests = [] } = rulesOf(from);
  if (!contextLayers.includes(to.kind)) return imports.includes(to.kind) || (inTest && inTests.includes(to.kind));
  return ofAnyContext.includes(to.kind) || (ofOwnContext.includes(to.kind) && to.context === from.context);
}

/**
 * Returns what to do instead of a forbidden import.
 * @param {Project} from
 * @param {Project} to
 */
export function adviceFor(from, to) {
  if (contextLayers.includes(from.kind) && contextLayers.includes(to.kind) && from.context !== to.context) {
    return otherContext;
  }
  return fill(projectKinds[to.kind]?.asTarget ?? rulesOf(from).instead, from);
}

/**
 * Inserts the name of the context into a text of the rules.
 * @param {string} text
 * @param {Project} project
 */
export function fill(text, { context }) {
  return text.replaceAll('{context}', context);
}

/**
 * Returns the rules of the kind of the project.
 * @param {Project} project
 * @throws Error if its tags are not valid
 */
export function rulesOf({ kind }) {
  const rules = projectKinds[kind];
  if (!rules) throw new Error(`"${kind}" is not a kind of project.`);
  return rules;
}
