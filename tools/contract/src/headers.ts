import type { Exchange } from './contract.ts';
import type { Schema } from './document.ts';
import type { AnswerSchemas } from './schemas.ts';

interface Header {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/**
 * What any answer may bear, being HTTP's or said to browsers alone, and not the contract's. `Allow` comes with 405, which
 * no operation has.
 */
const plumbing = new Set([
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

/** Every required header is there, each is what its schema says, and there is none that the document does not tell of. */
export function headerFaults({ headers }: Exchange, documented: readonly Header[], schemas: AnswerSchemas): string[] {
  const faults = documented.flatMap(({ name, required, schema }) => {
    const text = headers[name.toLowerCase()];
    if (text === undefined) return required ? [`the header ${name} is missing`] : [];
    return schemas.faultsOf(valueOf(text, schema), schema).map((fault) => `the header ${name}: "${text}"${fault}`);
  });
  const known = new Set(documented.map(({ name }) => name.toLowerCase()));
  const unknown = Object.keys(headers).filter((name) => !known.has(name) && !plumbing.has(name));
  return [...faults, ...unknown.map((name) => `the header ${name} is not documented`)];
}

/** A header is text; where an integer is documented, plain digits are one. */
function valueOf(text: string, { type }: Schema): unknown {
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}
