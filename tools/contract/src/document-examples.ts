import { operationsOf, resolveReference, type OpenApiDocument, type Schema } from './document.ts';
import { schemasOf } from './document-schemas.ts';
import { SchemaValidator } from './schema-validator.ts';

interface Example {
  readonly place: string;
  readonly schema: Schema;
  readonly value: unknown;
}

/** The places of an example beside a schema. */
interface WithExamples {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Returns the examples and defaults of the document that violate their schemas. */
export function exampleViolations(document: OpenApiDocument): string[] {
  const validator = new SchemaValidator(document);
  return examplesOf(document).flatMap(({ place, schema, value }) =>
    validator.violationsOf(value, schema).map((violation) => `${place}: ${JSON.stringify(value)}${violation}`),
  );
}

/** Returns all examples and defaults of the document: those in schemas, of bodies, parameters and headers. */
export function examplesOf(document: OpenApiDocument): Example[] {
  const inSchemas = schemasOf(document).flatMap(({ place, schema }) => {
    const values = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])];
    return values.map((value) => ({ place, schema, value }));
  });
  const inOperations = operationsOf(document).flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap((parameter) => examplesBeside(`${operationId} ${parameter.name}`, parameter)),
    ...bodyExamples(`${operationId} request`, requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { headers = {}, content }]) => [
      ...bodyExamples(`${operationId} ${status}`, content),
      ...Object.entries(headers).flatMap(([name, header]) =>
        examplesBeside(`${operationId} ${status} ${name}`, resolveReference(document, header)),
      ),
    ]),
  ]);
  return [...inSchemas, ...inOperations];
}

function bodyExamples(place: string, content: Readonly<Record<string, WithExamples>> = {}): Example[] {
  return Object.values(content).flatMap((body) => examplesBeside(place, body));
}

function examplesBeside(place: string, { schema, example, examples = {} }: WithExamples): Example[] {
  const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
  return values.map((value) => ({ place, schema, value }));
}
