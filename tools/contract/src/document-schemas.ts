import type { OpenApiDocument, Schema } from './document.ts';

/** A schema of a document that has a type. */
export interface PlacedSchema {
  /** Keys from the root of the document, with dots: `components.schemas.Error.properties.code`. */
  readonly place: string;
  readonly schema: TypedSchema;
}

/** The keywords of a schema that the checks of the whole document read. */
export interface TypedSchema extends Schema {
  readonly type: string;
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly maxItems?: number;
}

const types = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

/** Keys whose values are data, not schemas. */
const dataKeys = new Set(['const', 'default', 'enum', 'example', 'examples', 'value']);

/** Returns all schemas of the document that have a type: of components, parameters, headers and bodies. */
export function schemasOf(document: OpenApiDocument): PlacedSchema[] {
  return schemasIn(document, []);
}

function schemasIn(node: unknown, keys: readonly string[]): PlacedSchema[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = types.has((node as Schema).type) ? [{ place: keys.join('.'), schema: node as TypedSchema }] : [];
  const inner = Object.entries(node)
    .filter(([key]) => !dataKeys.has(key) || keys.at(-1) === 'properties')
    .flatMap(([key, value]) => schemasIn(value, [...keys, key]));
  return [...own, ...inner];
}
