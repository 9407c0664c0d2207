/**
 * A schema as JSON Schema 2020-12 has it, which OpenAPI 3.1 speaks: Nest writes the `example` of 3.0, whose successor
 * is the list `examples`. (Swagger UI also fills the former into the fields of parameters, a cursor into the first page.)
 */
export function withExamples<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withExamples) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { example, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withExamples(value)]));
  return (example === undefined ? inner : { ...inner, examples: [example] }) as T;
}
