import ts from 'typescript';
import { insertSorted, moduleOf, parse, UnexpectedShape } from './source-edit.mjs';

/**
 * Exports a name of another file. Does nothing if the file exports it already.
 * @param {string} text of a TypeScript file that contains `export { … } from '…'`
 * @param {string} name
 * @param {string} module
 * @returns {string} the changed text
 * @throws {UnexpectedShape} if the file has no such declaration, or if it exports the name from another module
 */
export function addExport(text, name, module) {
  const exports = parse(text).statements.filter(ts.isExportDeclaration);
  if (exports.length === 0) throw new UnexpectedShape("it has no declaration `export { … } from '…'`");
  const exporting = exports.find((declaration) => exportedNames(declaration).includes(name));
  if (exporting && moduleOf(exporting) === module) return text;
  if (exporting) throw new UnexpectedShape(`it exports ${name} from ${moduleOf(exporting)} instead of ${module}`);
  return insertSorted(text, exports, module, `export { ${name} } from '${module}';`);
}

/**
 * Returns the names that the file exports from other files.
 * @param {string} text
 */
export function exportedNamesIn(text) {
  return parse(text).statements.filter(ts.isExportDeclaration).flatMap(exportedNames);
}

/** @param {ts.ExportDeclaration} declaration */
function exportedNames({ exportClause }) {
  return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [];
}
