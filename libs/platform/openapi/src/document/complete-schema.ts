import { Int64 } from '@petstore/kernel';

/** JavaScript numbers would round these bounds. */
const int64Bounds = { minimum: Int64.min, maximum: Int64.max };

/**
 * Returns the schema and all schemas in it as OpenAPI 3.1 needs them. Every int64 has its bounds, as bigint. `examples` replaces each
 * `example`: Nest writes `example` of OpenAPI 3.0, but OpenAPI 3.1 uses JSON Schema 2020-12, which has only `examples`.
 */
export function completeSchema<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(completeSchema) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { example, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, completeSchema(value)]));
  return {
    ...inner,
    ...(rest['format'] === 'int64' && int64Bounds),
    ...(example !== undefined && { examples: [example] }),
  } as T;
}
