import ts from 'typescript';
import { insertAt, insertSorted, moduleOf, parse, UnexpectedShape } from './source-edit.mjs';

/**
 * Imports a name. Does nothing if the file imports it already.
 * @param {string} text of a TypeScript file
 * @param {string} name
 * @param {string} module
 * @returns {string} the changed text
 * @throws {UnexpectedShape} if the file has no import, or if it imports the name from another module or as a type
 */
export function addImport(text, name, module) {
  const imports = parse(text).statements.filter(ts.isImportDeclaration);
  if (imports.length === 0) throw new UnexpectedShape('it has no import declaration');
  const importing = imports.find((declaration) => specifiersOf(declaration).some((each) => each.name.text === name));
  if (importing && moduleOf(importing) !== module) {
    throw new UnexpectedShape(`it imports ${name} from ${moduleOf(importing)} instead of ${module}`);
  }
  if (importing && !importsValue(importing, name)) throw new UnexpectedShape(`it imports only the type ${name}`);
  if (importing) return text;
  const same = imports.find((each) => moduleOf(each) === module && !isTypeOnly(each) && specifiersOf(each).length > 0);
  const last = same && specifiersOf(same).at(-1);
  return last
    ? insertAt(text, last.getEnd(), `, ${name}`)
    : insertSorted(text, imports, module, `import { ${name} } from '${module}';`);
}

/**
 * @param {ts.ImportDeclaration} declaration
 * @param {string} name
 */
function importsValue(declaration, name) {
  return (
    !isTypeOnly(declaration) && specifiersOf(declaration).some((each) => each.name.text === name && !each.isTypeOnly)
  );
}

/** @param {ts.ImportDeclaration} declaration */
function isTypeOnly({ importClause }) {
  return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** @param {ts.ImportDeclaration} declaration */
function specifiersOf({ importClause }) {
  const bindings = importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
}
