import type { Schema } from './document.ts';
import type { Exchange } from './exchange.ts';
import type { SchemaValidator } from './schema-validator.ts';

interface Header {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** Headers that a response may have although the document does not list them: those of HTTP itself and those for browsers. */
const transportHeaders = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
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
  const unknown = Object.keys(headers).filter((name) => !known.has(name) && !transportHeaders.has(name));
  return [...violations, ...unknown.map((name) => `the header ${name} is not documented`)];
}

/** Converts the text to a number if the schema asks for an integer and the text has digits only. */
function valueOf(text: string, { type }: Schema): unknown {
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}
