import { load } from 'js-yaml';

/** The part of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface Operation extends OperationObject {
  /** In upper case. */
  readonly method: string;
  /** Absolute path with the server's prefix: `/v1/pets/{petId}`. */
  readonly path: string;
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
}

interface Header {
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
>;

interface Reference {
  readonly $ref: string;
}

/** The members of JSON Schema that the checks read themselves. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
}

/** Parses the YAML text of a document. Does not validate the document. */
export function parseDocument(yaml: string): OpenApiDocument {
  return load(yaml) as OpenApiDocument;
}

/** Returns the operations. Their paths start with the URL of the document's first server. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const prefix = document.servers[0]?.url ?? '';
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: prefix + path,
    })),
  );
}

/** Returns the object that a reference within the document points at. Returns other objects unchanged. */
export function resolveReference<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  let target: unknown = document;
  for (const key of value.$ref.split('/').slice(1)) target = (target as Record<string, unknown>)[key];
  return target as T;
}
