import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument, Schema } from './document.ts';

/** Key under which Ajv stores the document's schemas. */
const documentKey = 'document';

/** Validates values against the schemas of an OpenAPI document (JSON Schema 2020-12). Lengths count code points. */
export class SchemaValidator {
  // `strictTypes` rejects `unevaluatedProperties` beside a reference, because the type is in the referenced schema.
  private readonly ajv = new Ajv2020({ allErrors: true, strictTypes: false });
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor({ components }: OpenApiDocument) {
    formats.default(this.ajv);
    this.ajv.addVocabulary(['example', 'components']);
    this.ajv.addSchema({ components: { schemas: rejectUnknownProperties(components.schemas) } }, documentKey);
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
 * Returns a copy of the schema whose `$ref`s point into the document that Ajv stores. A `$ref` outside of an `allOf` also rejects
 * properties that the referenced schema does not list. Inline object schemas do not change.
 *
 * The document allows unknown properties, because the service ignores those that clients send. The service itself must send
 * only documented properties. Without this check, no test would notice a renamed optional property.
 */
function rejectUnknownProperties(node: unknown, isAllOfMember = false): unknown {
  if (Array.isArray(node)) return node.map((item) => rejectUnknownProperties(item, isAllOfMember));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) =>
    key === '$ref' ? [key, documentKey + String(value)] : [key, rejectUnknownProperties(value, key === 'allOf')],
  );
  return { ...Object.fromEntries(entries), ...('$ref' in node && !isAllOfMember && { unevaluatedProperties: false }) };
}
