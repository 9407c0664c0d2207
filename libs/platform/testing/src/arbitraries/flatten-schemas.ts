import { operationsOf, resolveReference, type OpenApiDocument, type Operation, type Schema } from '@petstore/contract';

const json = 'application/json';

/** Returns the document's operations. The schemas of their parameters and of their bodies are flat. */
export function flatOperations(document: OpenApiDocument): Operation[] {
  return operationsOf(document).map(({ requestBody, ...operation }) => {
    const parameters = (operation.parameters ?? []).map((parameter) => ({
      ...parameter,
      schema: flatSchema(document, parameter.schema),
    }));
    const bodies = Object.entries(requestBody?.content ?? {}).map(([type, body]) => [
      type,
      { ...body, schema: flatSchema(document, body.schema) },
    ]);
    const content = Object.fromEntries(bodies) as NonNullable<Operation['requestBody']>['content'];
    return { ...operation, parameters, ...(requestBody && { requestBody: { content } }) };
  });
}

/** Returns the schema without references and without `allOf`: the parts are merged into it. Schemas must not be recursive. */
export function flatSchema(document: OpenApiDocument, schema: Schema): Schema {
  const { allOf = [], ...own } = resolveReference<Schema>(document, schema);
  const merged = Object.assign({}, ...allOf.map((part) => flatSchema(document, part)), own) as Schema;
  if (!merged.properties) return merged;
  const properties = Object.entries(merged.properties).map(([name, property]) => [
    name,
    flatSchema(document, property),
  ]);
  return { ...merged, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** Returns the flat schema of the operation's JSON body. */
export function bodySchemaOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content[json]?.schema;
}

/** Returns the operation's parameters in the path, the query or the headers. */
export function parametersIn(
  place: 'path' | 'query' | 'header',
  { parameters = [] }: Operation,
): NonNullable<Operation['parameters']> {
  return parameters.filter((parameter) => parameter.in === place);
}
