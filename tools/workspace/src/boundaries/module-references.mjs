import ts from 'typescript';
import {
  isImport,
  isJestFunction,
  isMetaResolve,
  isModuleLoader,
  isModuleRequire,
  workerFile,
} from './module-loaders.mjs';

/**
 * A reference to a module in a source text.
 * @typedef {object} ModuleReference
 * @property {string | undefined} specifier undefined: it is not a constant, or the code gets a function that loads modules
 * @property {'static' | 'dynamic' | 'type'} kind `static`: loaded with the file. `dynamic`: loaded or resolved later. `type`:
 *   removed by the compiler
 * @property {number} start index of the reference in the text
 * @property {number} end
 */

/**
 * The references of the texts that were parsed before. ESLint and the specs need those of the same texts several times.
 * @type {Map<string, readonly ModuleReference[]>}
 */
const parsed = new Map();

/**
 * Returns all references to modules: imports, re-exports, `import()`, import types, `import … = require()`, `require` in every
 * form, `import.meta.resolve`, `jest.mock` and similar functions, module augmentations and triple-slash directives.
 * @param {string} path
 * @param {string} text
 * @returns {readonly ModuleReference[]}
 */
export function moduleReferences(path, text) {
  const key = `${path}\n${text}`;
  const found = parsed.get(key) ?? parseReferences(path, text);
  parsed.set(key, found);
  return found;
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {readonly ModuleReference[]}
 */
function parseReferences(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {ModuleReference[]} */
  const found = [];
  /**
   * @param {ts.Node} node
   * @param {ts.Node | undefined} argument
   * @param {ModuleReference['kind']} kind
   */
  const add = (node, argument, kind) => {
    const specifier = argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
    found.push({ specifier, kind, start: node.getStart(file), end: node.end });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      add(
        node,
        node.moduleSpecifier,
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static',
      );
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node, node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, 'type');
    } else if (ts.isExternalModuleReference(node)) {
      add(node, node.expression, 'static');
    } else if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) {
      add(node.name, node.name, 'type');
    } else if (ts.isCallExpression(node) && isImport(node.expression)) {
      add(node, node.arguments[0], 'dynamic');
    } else if (ts.isCallExpression(node) && isJestFunction(node.expression)) {
      add(node, node.arguments[0], 'static');
    } else if (isModuleRequire(node)) {
      add(node, undefined, 'dynamic');
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === 'Worker') {
      add(node, workerFile(node), 'dynamic');
    } else if (isMetaResolve(node)) {
      const call = node.parent;
      add(node, ts.isCallExpression(call) && call.expression === node ? call.arguments[0] : undefined, 'dynamic');
    } else if (ts.isIdentifier(node) && node.text === 'require' && isValue(node)) {
      addRequire(node, add);
    }
    if (isModuleLoader(node)) add(node, undefined, 'dynamic');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found, ...directives(file)];
}

/**
 * Whether the identifier is a value, and not the name of a member or of a declaration.
 * @param {ts.Identifier} node
 */
export function isValue(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent) || ts.isTypeNode(parent)) return false;
  return !('name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent));
}

/**
 * Adds `require(x)` and `require.resolve(x)`. All other uses, such as an alias, count as a reference without a specifier.
 * @param {ts.Identifier} node
 * @param {(node: ts.Node, argument: ts.Node | undefined, kind: ModuleReference['kind']) => void} add
 */
function addRequire(node, add) {
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression === node) return add(parent, parent.arguments[0], 'static');
  const call = parent.parent;
  const resolves = ts.isPropertyAccessExpression(parent) && parent.name.text === 'resolve';
  if (resolves && ts.isCallExpression(call) && call.expression === parent)
    return add(call, call.arguments[0], 'dynamic');
  return add(node, undefined, 'dynamic');
}

/**
 * Returns the triple-slash directives. The types of Node have the specifier `node:globals`.
 * @param {ts.SourceFile} file
 * @returns {ModuleReference[]}
 */
function directives({ referencedFiles, typeReferenceDirectives, libReferenceDirectives }) {
  /** @type {(specifier: string | undefined, range: ts.FileReference) => ModuleReference} */
  const reference = (specifier, { pos, end }) => ({ specifier, kind: 'type', start: pos, end });
  return [
    ...referencedFiles.map((each) =>
      reference(/^[./]/.test(each.fileName) ? each.fileName : `./${each.fileName}`, each),
    ),
    ...typeReferenceDirectives.map((each) =>
      reference(each.fileName === 'node' ? 'node:globals' : each.fileName, each),
    ),
    ...libReferenceDirectives.map((each) => reference(undefined, each)),
  ];
}
