import ts from 'typescript';
import { insertAt, parse, UnexpectedShape } from './source-edit.mjs';

/**
 * Adds a property at the end of an object literal. Does nothing if the object has the property with this value.
 * @param {string} text of a TypeScript file with `const <variable> = { … }`, also with `as` or `satisfies`
 * @param {string} variable
 * @param {string} name of the property
 * @param {string} value expression
 * @returns {string} the changed text
 * @throws {UnexpectedShape} if the file has no such object, or if the property has another value
 */
export function addProperty(text, variable, name, value) {
  const object = objectOf(parse(text), variable);
  if (!object) throw new UnexpectedShape(`it has no declaration \`const ${variable} = { … }\``);
  const existing = object.properties.find((property) => property.name && nameOf(property.name) === name);
  if (existing) {
    if (ts.isPropertyAssignment(existing) && existing.initializer.getText() === value) return text;
    throw new UnexpectedShape(`${variable} has another ${name} already`);
  }
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
  const last = object.properties.at(-1);
  const added = `${key}: ${value}`;
  return last ? insertAt(text, last.getEnd(), `, ${added}`) : insertAt(text, object.getStart() + 1, ` ${added} `);
}

/**
 * @param {ts.SourceFile} file
 * @param {string} variable
 */
function objectOf(file, variable) {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  let value = declarations.find(({ name }) => ts.isIdentifier(name) && name.text === variable)?.initializer;
  while (value && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value))) value = value.expression;
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** @param {ts.PropertyName} name */
function nameOf(name) {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}
