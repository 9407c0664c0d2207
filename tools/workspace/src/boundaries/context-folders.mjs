import { isTest } from '../source-files.mjs';
import { contextFolders, contextLayers, otherContext } from './boundary-rules.mjs';

/**
 * What a file of a context folder refers to: a file of the same app, a project, or an external package.
 * @typedef {object} Target
 * @property {string} [path]
 * @property {import('./projects.mjs').Project} [project]
 * @property {string} [packageName]
 */

/**
 * Applies the rules for the folders of the API, which belong to one context each. A folder without a context may import no
 * context.
 * @param {import('./projects.mjs').Workspace} workspace
 * @param {string} path file with the reference
 * @param {Target} target
 * @returns {string | undefined} what is wrong and what to do instead; undefined: the reference is allowed
 */
export function checkContextFolder(workspace, path, target) {
  const folder = folderOf(path);
  if (!folder || isTest(path)) return undefined;
  const context = contextOf(folder, workspace.contexts);
  return (
    checkFolder(folder, target.path) ??
    checkContext(folder, context, target.project) ??
    (context && checkInfrastructure(folder, path, target))
  );
}

/**
 * @param {string} folder
 * @param {string} [path]
 */
function checkFolder(folder, path) {
  const other = path && folderOf(path);
  if (!other || other === folder) return undefined;
  const { app } = contextFolders;
  return `The folder ${app}/${folder} may not import ${path}. Move what both folders need to a file of ${app} or to libs/platform.`;
}

/**
 * @param {string} folder
 * @param {string | undefined} context
 * @param {import('./projects.mjs').Project} [project]
 */
function checkContext(folder, context, project) {
  if (!project || !contextLayers.includes(project.kind) || project.context === context) return undefined;
  return `The folder ${contextFolders.app}/${folder} may not import ${project.name}. ${otherContext}`;
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {Target} target
 */
function checkInfrastructure(folder, path, { project, packageName }) {
  const { wiring, infrastructure } = contextFolders;
  const name = project && infrastructure.kinds.includes(project.kind) ? project.name : packageName;
  const isInfrastructure = (project && name === project.name) || infrastructure.packages.includes(packageName ?? '');
  if (!isInfrastructure || wiring.test(path)) return undefined;
  return `${path} may not import ${name}: only ${folder}.module.ts wires the infrastructure. Inject a use case, or a class of the domain.`;
}

/**
 * Returns the name of the folder of the API that contains the file; undefined if it is not in a folder of the API.
 * @param {string} path
 */
function folderOf(path) {
  const { app } = contextFolders;
  const [folder, ...rest] = path.startsWith(`${app}/`) ? path.slice(app.length + 1).split('/') : [];
  return rest.length > 0 ? folder : undefined;
}

/**
 * @param {string} folder
 * @param {readonly string[]} contexts
 */
function contextOf(folder, contexts) {
  return contextFolders.contexts[folder] ?? (contexts.includes(folder) ? folder : undefined);
}
