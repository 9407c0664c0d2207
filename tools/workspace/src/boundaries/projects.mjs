import { posix } from 'node:path';
import { readSourceFiles } from '../source-files.mjs';
import { contextLayers, projectKinds } from './boundary-rules.mjs';

/**
 * @typedef {object} Manifest The parts of a `package.json` that the boundaries use.
 * @property {string} [name]
 * @property {string} [version]
 * @property {string[]} [workspaces]
 * @property {Record<string, string | Record<string, unknown> | null>} [exports]
 * @property {{ tags?: string[], targets?: Record<string, unknown> }} [nx]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * @typedef {object} Project A workspace package.
 * @property {string} name name of the package, such as `@petstore/pets-domain`
 * @property {string} folder path relative to the workspace
 * @property {string} kind key of `projectKinds`; not meaningful if there are problems
 * @property {string} context value of the `context:` tag
 * @property {Manifest} manifest
 * @property {readonly string[]} problems what is wrong with the tags; the imports of such a project are all rejected
 */

/** The projects of the workspace. */
export class Workspace {
  /** @type {readonly Project[]} */
  projects;
  /** @type {readonly string[]} names of the contexts, such as `pets`, sorted */
  contexts;
  /** @type {Manifest} */
  manifest;

  /**
   * @param {import('../source-files.mjs').SourceFiles} files must contain all `package.json` files
   * @throws Error if the `package.json` of the workspace is missing
   */
  constructor(files) {
    const text = files.get('package.json');
    if (text === undefined) throw new Error('The workspace has no package.json, so that no boundary can be checked.');
    this.manifest = /** @type {Manifest} */ (JSON.parse(text));
    const patterns = (this.manifest.workspaces ?? []).map(
      (pattern) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}/package\\.json$`),
    );
    this.projects = [...files]
      .filter(([path]) => patterns.some((pattern) => pattern.test(path)))
      .map(([path, json]) => projectOf(posix.dirname(path), JSON.parse(json)));
    const inContext = this.projects.filter(({ kind }) => contextLayers.includes(kind));
    this.contexts = [...new Set(inContext.map(({ context }) => context))].sort();
  }

  /**
   * Reads the `package.json` files.
   * @param {string} root absolute path of the workspace
   */
  static read(root) {
    return new Workspace(readSourceFiles(root, /^package\.json$/));
  }

  /**
   * Returns the project that contains the file.
   * @param {string} path relative to the workspace
   */
  projectOf(path) {
    return this.projects.find(({ folder }) => path.startsWith(`${folder}/`));
  }

  /**
   * Returns the project of the package.
   * @param {string} name such as `@petstore/pets-domain`
   */
  projectNamed(name) {
    return this.projects.find((project) => project.name === name);
  }
}

/**
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {Project}
 */
export function projectOf(folder, manifest) {
  const tags = manifest.nx?.tags ?? [];
  /** @param {string} name */
  const valuesOf = (name) => tags.filter((tag) => tag.startsWith(`${name}:`)).map((tag) => tag.slice(name.length + 1));
  const [contexts, layers, libraries] = [valuesOf('context'), valuesOf('layer'), valuesOf('library')];
  const [context = '', layer = ''] = [contexts[0], layers[0]];
  const kind = libraries[0] ?? layer;
  const problems = [
    ...(contexts.length === 1 ? [] : [`needs exactly one tag "context:<name>" in nx.tags, it has ${contexts.length}`]),
    ...(layers.length === 1 ? [] : [`needs exactly one tag "layer:<name>" in nx.tags, it has ${layers.length}`]),
    ...(libraries.length <= 1 ? [] : ['may have only one tag "library:<name>" in nx.tags']),
  ];
  if (problems.length === 0) problems.push(...tagProblems(folder, kind, layer, context));
  const file = `${folder}/package.json`;
  return {
    name: manifest.name ?? '',
    folder,
    kind,
    context,
    manifest,
    problems: problems.map((problem) => `${file} ${problem}.`),
  };
}

/** Names that are not names of contexts, because other kinds of projects have them. */
const reservedContexts = new Set(Object.values(projectKinds).map(({ context }) => context));

/**
 * @param {string} folder
 * @param {string} kind
 * @param {string} layer
 * @param {string} context
 * @returns {string[]}
 */
function tagProblems(folder, kind, layer, context) {
  const rules = Object.hasOwn(projectKinds, kind) ? projectKinds[kind] : undefined;
  if (!rules) {
    const kinds = Object.keys(projectKinds).join(', ');
    return [`has the unknown layer or library "${kind}". Use one of ${kinds}, or add it to boundary-rules.mjs`];
  }
  if (rules.layer !== layer) return [`needs the tag "layer:${rules.layer}" because of "library:${kind}"`];
  const isAllowedContext = rules.context === '*' ? !reservedContexts.has(context) : rules.context === context;
  if (!isAllowedContext) {
    const needed = rules.context === '*' ? 'the name of a context or an app' : `"${rules.context}"`;
    return [`has the tag "context:${context}", but the context of "${kind}" must be ${needed}`];
  }
  const expected = rules.folder.replace('{context}', context);
  if (new RegExp(`^${expected.replace('*', '[^/]+')}$`).test(folder)) return [];
  return [`has tags that contradict its folder. Move the project to ${expected}, or correct the tags`];
}
