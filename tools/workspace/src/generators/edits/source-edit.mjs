import ts from 'typescript';

/** The file does not have the shape that an edit expects. */
export class UnexpectedShape extends Error {}

/**
 * @param {string} text
 * @returns {ts.SourceFile} with parents
 * @throws {UnexpectedShape} if the text has a syntax error
 */
export function parse(text) {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = /** @type {{ parseDiagnostics: readonly ts.Diagnostic[] }} */ (
    /** @type {unknown} */ (file)
  );
  const [error] = parseDiagnostics;
  if (error)
    throw new UnexpectedShape(`it has a syntax error: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  return file;
}

/**
 * @param {string} text
 * @param {number} position
 * @param {string} inserted
 */
export function insertAt(text, position, inserted) {
  return text.slice(0, position) + inserted + text.slice(position);
}

/**
 * Returns the module that an import or export declaration names; undefined if it names none.
 * @param {ts.ImportDeclaration | ts.ExportDeclaration} declaration
 */
export function moduleOf({ moduleSpecifier }) {
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
}

/**
 * Inserts a line before the first declaration whose module sorts after `module`, or else after the last declaration. Packages
 * sort before relative paths.
 * @param {string} text
 * @param {readonly (ts.ImportDeclaration | ts.ExportDeclaration)[]} declarations not empty
 * @param {string} module
 * @param {string} line
 */
export function insertSorted(text, declarations, module, line) {
  /** @param {string} name */
  const rank = (name) => (name.startsWith('.') ? `1${name}` : `0${name}`);
  const next = declarations.find((declaration) => rank(moduleOf(declaration) ?? '') > rank(module));
  const last = declarations[declarations.length - 1];
  return next ? insertAt(text, next.getStart(), `${line}\n`) : insertAt(text, last?.getEnd() ?? 0, `\n${line}`);
}
