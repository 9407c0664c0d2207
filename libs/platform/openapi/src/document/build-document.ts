import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Deprecation } from '@petstore/http/response/deprecation';
import type { HttpError } from '@petstore/http/response/http-error';
import { lazyDecorators } from '../lazy/lazy-swagger.ts';
import { errorSchema } from '../schema/error.schema.ts';
import type { DocumentPart } from './document-part.ts';
import { deprecationHeaders, platformHeaders } from './header-components.ts';
import { introductorySections, referenceSections } from './platform-sections.ts';

export interface DocumentOptions {
  readonly title: string;
  /** First paragraph of the description. */
  readonly introduction: string;
  readonly version: string;
  readonly license: { readonly name: string; readonly url: string };
  readonly contact: { readonly name: string };
  /** Base URLs of the service. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly parts: readonly DocumentPart[];
  readonly deprecations: readonly Deprecation[];
  /** Every error that an operation can respond with. */
  readonly errors: readonly HttpError[];
}

const bearerAuth = { type: 'http', scheme: 'bearer', description: 'An API key of the store.' } as const;

/** Builds the OpenAPI document from the controllers of the application and the options. */
export async function openApiDocument(app: INestApplication, options: DocumentOptions): Promise<OpenAPIObject> {
  const { SwaggerModule } = await lazyDecorators.load();
  const { title, version, license, contact, servers, parts, deprecations, errors } = options;
  const definition = {
    openapi: '3.1.0',
    info: { title, description: descriptionOf(options), version, contact, license },
    tags: parts.flatMap(({ tags }) => tags),
    servers: [...servers],
    components: { securitySchemes: { bearerAuth } },
  };
  const document = SwaggerModule.createDocument(app, definition, { ignoreGlobalPrefix: true });
  for (const parameter of Object.values(document.paths).flatMap(parametersOf))
    if ('schema' in parameter) parameter.schema = withExamples(parameter.schema);
  const schemas = withExamples({
    ...document.components?.schemas,
    Error: errorSchema(errors),
    ...merged(parts.map(({ schemas }) => schemas)),
  });
  const headers = {
    ...platformHeaders,
    ...merged(parts.map(({ headers }) => headers)),
    ...(deprecations[0] && deprecationHeaders(deprecations[0])),
  };
  return { ...document, components: { ...document.components, schemas, headers } };
}

function descriptionOf({ introduction, parts, errors }: DocumentOptions): string {
  return [
    introduction,
    ...introductorySections,
    ...parts.flatMap(({ sections }) => sections),
    ...referenceSections(errors),
    ...parts.flatMap(({ closingSections }) => closingSections),
  ].join('\n\n');
}

/** @throws Error if two contexts declare a component of one name */
function merged<T>(records: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const names = records.flatMap((record) => Object.keys(record));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`two contexts declare the component ${repeated} of the OpenAPI document`);
  return Object.assign({}, ...records);
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

function parametersOf(path: OpenAPIObject['paths'][string]) {
  return methods.flatMap((method) => path[method]?.parameters ?? []);
}

/**
 * Returns the schema with `examples` instead of each `example`. Nest writes `example` of OpenAPI 3.0. OpenAPI 3.1 uses JSON
 * Schema 2020-12, which has only `examples`.
 */
function withExamples<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withExamples) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { example, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withExamples(value)]));
  return (example === undefined ? inner : { ...inner, examples: [example] }) as T;
}
