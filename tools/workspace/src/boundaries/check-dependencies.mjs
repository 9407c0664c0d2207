import { isBuiltin } from 'node:module';
import { computedReferences, unreferencedDependencies } from './boundary-rules.mjs';
import { checkDependency, packageName } from './check-reference.mjs';
import { moduleReferences } from './module-references.mjs';
import { isTestCode } from './project-rules.mjs';

/** @typedef {import('./projects.mjs').Manifest} Manifest */
/** @typedef {import('./projects.mjs').Project} Project */
/** @typedef {import('./projects.mjs').Workspace} Workspace */

/**
 * @typedef {object} DependencyProblem
 * @property {string} message what is wrong and what to do instead
 * @property {{ add?: string, remove?: string }} [change] name of the dependency to add or to remove; none if a person must decide
 */

/**
 * Compares the dependencies of a `package.json` with the packages that the files of the project import. Test code may also use
 * the development dependencies of the workspace, and all packages of the workspace.
 * @param {Workspace} workspace
 * @param {Project} project with the `package.json` to check as its `manifest`
 * @param {import('../source-files.mjs').SourceFiles} files the sources of the project
 * @returns {DependencyProblem[]}
 */
export function checkDependencies(workspace, project, files) {
  const { folder, manifest } = project;
  if (project.problems.length > 0) return project.problems.map((message) => ({ message }));
  const usage = packageUsage(workspace, project, files);
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest;
  const installed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  const path = `${folder}/package.json`;
  /** @param {string} name */
  const forbidden = (name) => checkDependency(workspace, project, name);

  const undeclared = [...usage]
    .filter(([name, { inTest }]) => !isDeclared(workspace, project, name, inTest) && !(forbidden(name) && !inTest))
    .map(([name, { file, inTest }]) => ({
      message: `${file} uses ${name}, which ${path} does not declare. Add it to "${inTest ? 'devDependencies' : 'dependencies'}".`,
      change: inTest ? undefined : { add: name },
    }));
  const unused = Object.keys({ ...installed, ...devDependencies })
    .filter((name) => !isUsed(project, usage, name))
    .map((name) => ({
      message: `No ${name in installed ? 'production file' : 'file'} of ${folder} uses ${name}. Remove it from ${path}.`,
      change: { remove: name },
    }));
  const notAllowed = Object.keys(installed)
    .map(forbidden)
    .filter((message) => message !== undefined)
    .map((message) => ({ message: `${message} Remove it from ${path}.` }));
  return [
    ...undeclared,
    ...unused,
    ...notAllowed,
    ...versionProblems(workspace, path, { ...installed, ...devDependencies }),
  ];
}

/**
 * @typedef {object} Usage
 * @property {string} file first file that uses the package, a production file if there is one
 * @property {boolean} inTest whether only test code uses it
 */

/**
 * Returns the packages that the files use, without those of Node and the project itself.
 * @param {Workspace} workspace
 * @param {Project} project
 * @param {import('../source-files.mjs').SourceFiles} files
 * @returns {Map<string, Usage>}
 */
function packageUsage(workspace, project, files) {
  /** @type {Map<string, Usage>} */
  const usage = new Map();
  for (const [file, text] of files) {
    if (workspace.projectOf(file)?.folder !== project.folder || file.endsWith('package.json')) continue;
    const computed = computedReferences.find((each) => each.file === file)?.packages ?? [];
    const specifiers = moduleReferences(file, text).map(({ specifier = '' }) => specifier);
    const inTest = isTestCode(project, file);
    for (const specifier of [...specifiers, ...computed]) {
      const name = isBuiltin(specifier) || specifier.startsWith('node:') ? undefined : packageName(specifier);
      if (name === undefined || name === project.name) continue;
      if (!usage.has(name) || (usage.get(name)?.inTest && !inTest)) usage.set(name, { file, inTest });
    }
  }
  return usage;
}

/**
 * @param {Workspace} workspace
 * @param {Project} project
 * @param {string} name
 * @param {boolean} inTest
 */
function isDeclared(workspace, { manifest }, name, inTest) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest;
  if (name in dependencies || name in optionalDependencies || name in peerDependencies) return true;
  return (
    inTest &&
    (name in devDependencies ||
      name in (workspace.manifest.devDependencies ?? {}) ||
      Boolean(workspace.projectNamed(name)))
  );
}

/**
 * Whether a file uses the package, or the types of a used package are in it. Production code must use a package of
 * `dependencies`; if the whole project is for tests, any file may.
 * @param {Project} project
 * @param {ReadonlyMap<string, Usage>} usage
 * @param {string} name
 */
function isUsed(project, usage, name) {
  if (unreferencedDependencies.some((each) => each.folder === project.folder && each.name === name)) return true;
  const isForTests =
    name in (project.manifest.devDependencies ?? {}) || isTestCode(project, `${project.folder}/src/index.ts`);
  const typed = name.startsWith('@types/') ? name.slice('@types/'.length) : name;
  const found = usage.get(name) ?? usage.get(typed);
  return found !== undefined && (isForTests || !found.inTest);
}

/** An exact version of a package of the registry under another name, such as `npm:typescript@4.7.2`. */
const alias = /^npm:(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/;

/**
 * @param {Workspace} workspace
 * @param {string} path
 * @param {Record<string, string>} dependencies
 */
function versionProblems(workspace, path, dependencies) {
  return Object.entries(dependencies).flatMap(([name, version]) => {
    if (alias.test(version)) return [];
    if (/[:/]/.test(version)) {
      return [{ message: `${path} depends on ${name} by the address ${version}. Write a version of the registry.` }];
    }
    const expected = workspace.projectNamed(name)?.manifest.version;
    if (expected === undefined || expected === version) return [];
    return [
      { message: `${path} depends on ${name} ${version}, but the workspace has ${expected}. Write "${expected}".` },
    ];
  });
}
