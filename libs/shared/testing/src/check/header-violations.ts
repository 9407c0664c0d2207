import type { Schema } from './document.ts';
import type { Exchange } from './exchange.ts';
import type { SchemaValidator } from './schema-validator.ts';

interface Header {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

const http = 'HTTP defines it for every response, and OpenAPI ignores it or clients never handle it.';
const browsers = 'It restricts what browsers do with a response, and has one value for all operations.';
const crossOrigin = 'Browsers handle it. It depends on the origins that the operator allows.';

/** Headers that a response may have although the document does not list them, with the reason. */
export const unlistedHeaders: ReadonlyMap<string, string> = new Map([
  ['access-control-allow-origin', crossOrigin],
  ['access-control-expose-headers', crossOrigin],
  ['connection', http],
  ['content-length', http],
  ['content-security-policy', browsers],
  ['content-type', http],
  ['cross-origin-resource-policy', browsers],
  ['date', http],
  ['keep-alive', http],
  ['vary', crossOrigin],
  ['x-content-type-options', browsers],
]);

/** Describes required headers that are missing, values that do not match their schema, and undocumented headers. */
export function headerViolations(
  { headers }: Exchange,
  documented: readonly Header[],
  schemas: SchemaValidator,
): string[] {
  const violations = documented.flatMap(({ name, required, schema }) => {
    const text = headers[name.toLowerCase()];
    if (text === undefined) return required ? [`the header ${name} is missing`] : [];
    return schemas
      .violationsOf(valueOf(text, schema), schema)
      .map((violation) => `the header ${name}: "${text}"${violation}`);
  });
  const known = new Set(documented.map(({ name }) => name.toLowerCase()));
  const unknown = Object.keys(headers).filter((name) => !known.has(name) && !unlistedHeaders.has(name));
  return [...violations, ...unknown.map((name) => `the header ${name} is not documented`)];
}

/** Converts the text to a number if the schema asks for an integer and the text has digits only. */
function valueOf(text: string, { type }: Schema): unknown {
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}
