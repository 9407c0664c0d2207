import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { isTest } from '../source-files.mjs';
import { computedReferences, packagesNotForApps, testPackages } from './boundary-rules.mjs';
import { checkContextFolder } from './context-folders.mjs';
import { sourceOf } from './exports.mjs';
import { adviceFor, fill, isTestCode, mayImport, rulesOf } from './project-rules.mjs';

/** @typedef {import('./projects.mjs').Project} Project */
/** @typedef {import('./projects.mjs').Workspace} Workspace */

/**
 * Applies the boundaries to a reference to a module.
 * @param {Workspace} workspace
 * @param {string} path file with the reference, relative to the workspace
 * @param {string | undefined} specifier
 * @returns {string | undefined} what is wrong and what to do instead; undefined: the reference is allowed
 */
export function checkReference(workspace, path, specifier) {
  const from = workspace.projectOf(path);
  if (!from) {
    return `No package of the workspace contains ${path}. Add a package.json with tags, and its folder to "workspaces".`;
  }
  if (from.problems.length > 0) return from.problems.join(' ');
  if (specifier === undefined) return checkComputed(path);
  if (/^\.\.?(?:\/|$)/.test(specifier)) return checkRelative(workspace, from, path, specifier);
  if (isBuiltin(specifier) || specifier.startsWith('node:')) return checkNode(from, path, specifier);
  const name = packageName(specifier);
  if (name === undefined) return `"${specifier}" is not the name of a package. Import a package or a relative path.`;
  const to = workspace.projectNamed(name);
  if (to) return checkProject(from, path, to, specifier) ?? checkEntry(workspace, from, path, to, specifier);
  if (name.startsWith('@petstore/')) return `No package of the workspace has the name ${name}. Correct the name.`;
  return checkPackage(from, path, name) ?? checkContextFolder(workspace, path, { packageName: name });
}

/**
 * Applies the boundaries to a package that the production code of a project depends on.
 * @param {Workspace} workspace
 * @param {Project} from
 * @param {string} name name of the package
 * @returns {string | undefined} what is wrong and what to do instead; undefined: the dependency is allowed
 */
export function checkDependency(workspace, from, name) {
  const path = `${from.folder}/src/index.ts`;
  const to = workspace.projectNamed(name);
  return to ? checkProject(from, path, to, name) : checkPackage(from, path, name);
}

/**
 * Returns the name of the package that a specifier names; undefined if it is a URL, an absolute path or a `#` name.
 * @param {string} specifier
 * @returns {string | undefined}
 */
export function packageName(specifier) {
  return /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=\/|$)/.exec(specifier)?.[0];
}

/** @param {string} path */
function checkComputed(path) {
  if (computedReferences.some(({ file }) => file === path)) return undefined;
  return 'The specifier is not a constant, so that the boundaries cannot be checked. Write import() with a string literal.';
}

/**
 * @param {Workspace} workspace
 * @param {Project} from
 * @param {string} path
 * @param {string} specifier
 */
function checkRelative(workspace, from, path, specifier) {
  const target = posix.join(posix.dirname(path), specifier);
  const to = workspace.projectOf(`${target}/`);
  if (to !== from) {
    // Configuration files import the configuration of the workspace.
    if (!to && !path.startsWith(`${from.folder}/src/`) && !target.includes('/')) return undefined;
    const message = `${specifier} is outside of ${from.folder}.`;
    const forbidden = to && !mayImport(from, to, isTestCode(from, path));
    if (forbidden) return `${message} ${adviceFor(from, to)}`;
    return `${message} ${to ? `Import ${to.name} or one of its exports.` : 'Move the file into the project.'}`;
  }
  return checkTestCode(from, path, specifier, to, target) ?? checkContextFolder(workspace, path, { path: target });
}

/**
 * @param {Project} from
 * @param {string} path
 * @param {string} specifier
 */
function checkNode(from, path, specifier) {
  const { node, title, instead } = rulesOf(from);
  if (node || isTestCode(from, path)) return undefined;
  return `${title} may not import ${specifier}: it has no access to Node. ${fill(instead, from)}`;
}

/**
 * @param {Project} from
 * @param {string} path
 * @param {Project} to
 * @param {string} specifier
 */
function checkProject(from, path, to, specifier) {
  if (to === from) return `${specifier} is this library. Import the file by its relative path.`;
  if (mayImport(from, to, isTestCode(from, path))) return undefined;
  if (mayImport(from, to, true)) return testCode(specifier);
  return `${rulesOf(from).title} may not import ${specifier}. ${adviceFor(from, to)}`;
}

/**
 * Applies the rules for the imported file of an allowed project.
 * @param {Workspace} workspace
 * @param {Project} from
 * @param {string} path
 * @param {Project} to
 * @param {string} specifier
 */
function checkEntry(workspace, from, path, to, specifier) {
  const source = sourceOf(to.manifest.exports, specifier.slice(to.name.length + 1));
  if (source === undefined) {
    const advice = `Import one of its exports. If other packages need this file, add it to "exports" in ${to.folder}/package.json.`;
    return `${to.name} does not export ${specifier}. ${advice}`;
  }
  const target = posix.join(to.folder, source);
  return checkTestCode(from, path, specifier, to, target) ?? checkContextFolder(workspace, path, { project: to });
}

/**
 * Rejects an import of test code by production code.
 * @param {Project} from
 * @param {string} path
 * @param {string} specifier
 * @param {Project} to
 * @param {string} target path of the imported file
 */
function checkTestCode(from, path, specifier, to, target) {
  if (isTestCode(from, path)) return undefined;
  const isAllowed = to === from ? !isTestCode(to, target) : !isTest(target);
  if (isAllowed) return undefined;
  return testCode(specifier);
}

/** @param {string} specifier */
function testCode(specifier) {
  return `Production code may not import ${specifier}, which is test code. Move what both need out of the tests, or move this code into a spec or a folder src/testing.`;
}

/**
 * Applies the rules for packages that are not part of the workspace.
 * @param {Project} from
 * @param {string} path
 * @param {string} name
 */
function checkPackage(from, path, name) {
  const { packages, title, instead, layer } = rulesOf(from);
  if (isTestCode(from, path) && testPackages.includes(name)) return undefined;
  if (testPackages.includes(name)) {
    return `Production code may not import ${name}, which is a package for tests. Move this code into a spec or a folder src/testing.`;
  }
  if (layer === 'app' && Object.hasOwn(packagesNotForApps, name)) {
    return `An app may not import ${name}. ${packagesNotForApps[/** @type {keyof typeof packagesNotForApps} */ (name)]}`;
  }
  if (packages === 'declared' || packages.some((each) => matches(name, each))) return undefined;
  return `${title} may not import ${name}. ${fill(instead, from)}`;
}

/**
 * @param {string} name
 * @param {string} pattern a name, or a scope such as `@nestjs/*`
 */
function matches(name, pattern) {
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
