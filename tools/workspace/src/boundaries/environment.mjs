import ts from 'typescript';
import { isTest } from '../source-files.mjs';
import { configFile, environmentReaders, projectKinds } from './boundary-rules.mjs';
import { isValue, moduleReferences } from './module-references.mjs';

/**
 * Whether the file may read environment variables: the configuration of an app, a listed file, a test, a tool, or a script
 * outside of `src`.
 * @param {import('./projects.mjs').Workspace} workspace
 * @param {string} path relative to the workspace
 */
export function mayReadEnvironment(workspace, path) {
  const project = workspace.projectOf(path);
  if (!project || project.problems.length > 0) return false;
  const layer = projectKinds[project.kind]?.layer;
  return (
    (layer === 'app' && path === `${project.folder}/${configFile}`) ||
    layer === 'tool' ||
    isTest(path) ||
    !path.startsWith(`${project.folder}/src/`) ||
    environmentReaders.some(({ file }) => file === path)
  );
}

/** Objects that have the environment, or an object that has it, as a member. Other members of them are allowed. */
const environmentMembers = new Map([
  ['process', 'env'],
  ['globalThis', 'process'],
  ['global', 'process'],
]);

/**
 * Returns the places that read the environment: `process.env` in every form, `process` as a value of which a member could be
 * read later, `process` of the global object, the module `process`, and `import.meta.env`.
 * @param {string} path
 * @param {string} text
 * @returns {{ start: number, end: number }[]}
 */
export function environmentReads(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = moduleReferences(path, text).filter(({ specifier = '' }) => /^(?:node:)?process$/.test(specifier));
  /** @type {{ start: number, end: number }[]} */
  const places = [...found];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const member = memberOfInterest(node);
    if (member !== undefined && !readsOtherMember(node, member)) {
      places.push({ start: node.getStart(file), end: node.end });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

/**
 * Returns the name of the member of the node that is, or has, the environment; undefined if there is none.
 * @param {ts.Node} node
 */
function memberOfInterest(node) {
  if (ts.isMetaProperty(node) && node.name.text === 'meta') return 'env';
  return ts.isIdentifier(node) && isValue(node) ? environmentMembers.get(node.text) : undefined;
}

/**
 * Whether the code uses the node only for a member whose name is a constant other than `member`, for the operator `in`, or in
 * `Object.defineProperty`.
 * @param {ts.Node} node
 * @param {string} member
 */
function readsOtherMember(node, member) {
  let value = node;
  while (ts.isParenthesizedExpression(value.parent) || ts.isAsExpression(value.parent)) value = value.parent;
  const { parent } = value;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text !== member;
  if (ts.isElementAccessExpression(parent) && parent.expression === value) {
    return ts.isStringLiteralLike(parent.argumentExpression) && parent.argumentExpression.text !== member;
  }
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.InKeyword;
  return ts.isCallExpression(parent) && parent.expression.getText() === 'Object.defineProperty';
}
