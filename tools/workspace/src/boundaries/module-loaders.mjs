import ts from 'typescript';

/** Functions of Node that load modules or return such a function. */
const moduleLoaders = new Set(['createRequire', 'getBuiltinModule', '_load', 'mainModule']);

/** Members of `node:module` that load no module, and that Node 20 does not export by name because it does not have them. */
const nonLoadingMembers = new Set(['enableCompileCache']);

/** Functions of `jest` whose first argument is a specifier. */
const jestFunctions = new Set([
  ...['mock', 'unmock', 'doMock', 'dontMock', 'setMock', 'deepUnmock', 'unstable_mockModule', 'unstable_unmockModule'],
  ...['requireActual', 'requireMock', 'createMockFromModule'],
]);

/**
 * Whether the code gets a function of Node that loads modules: by its name, or with all members of `node:module`.
 * @param {ts.Node} node
 */
export function isModuleLoader(node) {
  if (ts.isPropertyAccessExpression(node)) return moduleLoaders.has(node.name.text);
  if (ts.isElementAccessExpression(node)) {
    return ts.isStringLiteralLike(node.argumentExpression) && moduleLoaders.has(node.argumentExpression.text);
  }
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    return 'text' in name && moduleLoaders.has(name.text);
  }
  if (ts.isImportDeclaration(node) && isNodeModule(node.moduleSpecifier)) {
    const { name, namedBindings } = node.importClause ?? {};
    if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) return true;
    return name !== undefined && !usesNoModuleLoader(node.getSourceFile(), name);
  }
  if (ts.isExportDeclaration(node)) {
    return isNodeModule(node.moduleSpecifier) && !(node.exportClause && ts.isNamedExports(node.exportClause));
  }
  return ts.isCallExpression(node) && isImport(node.expression) && isNodeModule(node.arguments[0]);
}

/**
 * Whether the file uses the default import of `node:module` only for members that load no module.
 * @param {ts.SourceFile} file
 * @param {ts.Identifier} imported
 */
function usesNoModuleLoader(file, imported) {
  /** @type {(node: ts.Node) => boolean} */
  const isAllowed = (node) => {
    if (node === imported) return true;
    if (ts.isIdentifier(node) && node.text === imported.text) return isNonLoadingUse(node);
    return !ts.forEachChild(node, (child) => !isAllowed(child));
  };
  return isAllowed(file);
}

/** @param {ts.Node} node */
function isNonLoadingUse(node) {
  let value = node;
  while (ts.isParenthesizedExpression(value.parent)) value = value.parent;
  const { parent } = value;
  return (
    ts.isPropertyAccessExpression(parent) && parent.expression === value && nonLoadingMembers.has(parent.name.text)
  );
}

/** @param {ts.Node} [specifier] */
function isNodeModule(specifier) {
  return specifier !== undefined && ts.isStringLiteralLike(specifier) && /^(?:node:)?module$/.test(specifier.text);
}

/**
 * Whether the callee is `import`, `import.defer` or `import.source`.
 * @param {ts.Expression} callee
 */
export function isImport(callee) {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isMetaProperty(callee) && callee.name.text !== 'meta');
}

/** @param {ts.Expression} callee */
export function isJestFunction(callee) {
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'jest' &&
    jestFunctions.has(callee.name.text)
  );
}

/**
 * Whether the code gets `module.require`.
 * @param {ts.Node} node
 */
export function isModuleRequire(node) {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'require' && node.expression.getText() === 'module';
}

/**
 * Returns the specifier of the file of a worker thread: `new Worker(new URL('./x.ts', import.meta.url))`.
 * @param {ts.NewExpression} node
 */
export function workerFile({ arguments: [file] = ts.factory.createNodeArray() }) {
  const isUrl = file && ts.isNewExpression(file) && file.expression.getText() === 'URL';
  return isUrl && file.arguments?.[1]?.getText() === 'import.meta.url' ? file.arguments[0] : undefined;
}

/** @param {ts.Node} node */
export function isMetaResolve(node) {
  return ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text === 'resolve';
}
