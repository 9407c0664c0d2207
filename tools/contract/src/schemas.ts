import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument, Schema } from './document.ts';

/** The name the document goes by within ajv. */
const name = 'document';

/** The document's schemas as answers have to fit them: JSON Schema 2020-12, patterns and lengths in code points. */
export class AnswerSchemas {
  // `strictTypes` would object to `unevaluatedProperties` beside a reference, whose type stands elsewhere.
  private readonly ajv = new Ajv2020({ allErrors: true, strictTypes: false, unicodeRegExp: true });
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor({ components }: OpenApiDocument) {
    formats.default(this.ajv);
    this.ajv.addVocabulary(['example', 'components']);
    this.ajv.addSchema({ components: { schemas: closed(components.schemas) } }, name);
  }

  /** What of the value does not fit, each fault in a line. */
  faultsOf(value: unknown, schema: Schema): string[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(closed(schema) as object);
    this.compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/**
 * The schema for answers. What clients send is open, because members they add are ignored; what the service sends is
 * closed, or else a renamed member that is not required would go unnoticed. Parts of an `allOf` stay open: each of them
 * knows only its own.
 */
function closed(node: unknown, isPart = false): unknown {
  if (Array.isArray(node)) return node.map((item) => closed(item, isPart));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) =>
    key === '$ref' ? [key, name + String(value)] : [key, closed(value, key === 'allOf')],
  );
  return { ...Object.fromEntries(entries), ...('$ref' in node && !isPart && { unevaluatedProperties: false }) };
}
