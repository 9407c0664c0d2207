import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument, Schema } from './document.ts';

/** The name under which Ajv knows the document. */
const name = 'document';

/** Validates values against the document's schemas: JSON Schema 2020-12, with patterns and lengths in code points. */
export class ResponseSchemas {
  // `strictTypes` rejects `unevaluatedProperties` beside a reference, because the type is in the referenced schema.
  private readonly ajv = new Ajv2020({ allErrors: true, strictTypes: false, unicodeRegExp: true });
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor({ components }: OpenApiDocument) {
    formats.default(this.ajv);
    this.ajv.addVocabulary(['example', 'components']);
    this.ajv.addSchema({ components: { schemas: rejectUnknownProperties(components.schemas) } }, name);
  }

  /** Returns the violations of the schema, one line each. */
  violationsOf(value: unknown, schema: Schema): string[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(rejectUnknownProperties(schema) as object);
    this.compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/**
 * Returns the schema with `unevaluatedProperties: false`. The document allows unknown properties, because the service ignores
 * those that clients send. The service itself must send documented properties only; otherwise a renamed optional property
 * would go unnoticed. Parts of an `allOf` stay open, because each of them lists some of the properties only.
 */
function rejectUnknownProperties(node: unknown, isPart = false): unknown {
  if (Array.isArray(node)) return node.map((item) => rejectUnknownProperties(item, isPart));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) =>
    key === '$ref' ? [key, name + String(value)] : [key, rejectUnknownProperties(value, key === 'allOf')],
  );
  return { ...Object.fromEntries(entries), ...('$ref' in node && !isPart && { unevaluatedProperties: false }) };
}
