import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { lazyDecorators } from '../lazy/lazy-swagger.ts';
import { errorSchema } from '../schema/error.schema.ts';
import { completeSchema } from './complete-schema.ts';
import { descriptionOf, keyInstructionsOf } from './description.ts';
import type { DocumentOptions } from './document-options.ts';
import { guidePath } from './guide-path.ts';
import { deprecationHeaders, platformHeaders } from './header-components.ts';
import { addLinks, type ResponseLinks } from './response-links.ts';

/** Builds the OpenAPI document from the controllers of the application and the options. */
export async function openApiDocument(app: INestApplication, options: DocumentOptions): Promise<OpenAPIObject> {
  const { SwaggerModule } = await lazyDecorators.load();
  const { title, version, license, contact, servers, parts, deprecations, errors } = options;
  const description = `**How to get a key:** ${keyInstructionsOf(options)} [More about keys](${guidePath}#keys)`;
  const bearerAuth = { type: 'http', scheme: 'bearer', description } as const;
  const definition = {
    openapi: '3.1.0',
    info: { title, summary: options.introduction, description: descriptionOf(options), version, contact, license },
    tags: parts.flatMap(({ tags }) => tags),
    servers: [...servers],
    externalDocs: { url: guidePath, description: 'Guide: keys, requests and all errors' },
    components: { securitySchemes: { bearerAuth } },
  };
  const document = SwaggerModule.createDocument(app, definition, { ignoreGlobalPrefix: true });
  for (const parameter of Object.values(document.paths).flatMap(parametersOf))
    if ('schema' in parameter) parameter.schema = completeSchema(parameter.schema);
  addLinks(Object.values(document.paths).flatMap(operationsOf), linksOf(parts));
  const schemas = completeSchema({
    ...document.components?.schemas,
    Error: errorSchema(errors),
    ...merged(parts.map(({ schemas }) => schemas)),
  });
  const headers = {
    ...platformHeaders,
    ...merged(parts.map(({ headers }) => headers)),
    ...(deprecations[0] && deprecationHeaders(deprecations[0])),
  };
  return { ...document, paths: sorted(document.paths), components: { ...document.components, schemas, headers } };
}

/** @throws Error if two contexts declare a component of one name */
function merged<T>(records: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const names = records.flatMap((record) => Object.keys(record));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`two contexts declare the component ${repeated} of the OpenAPI document`);
  return Object.assign({}, ...records);
}

/** In the order in which the document lists the operations of a path. */
const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'] as const;

/** Sorts the paths as text, so that `/pets` precedes `/pets/{petId}`, and the operations of each path by their methods. */
function sorted(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const names = Object.keys(paths).sort();
  return Object.fromEntries(names.map((name) => [name, sortedByMethod(paths[name]!)]));
}

function sortedByMethod(path: OpenAPIObject['paths'][string]): OpenAPIObject['paths'][string] {
  const order: readonly string[] = methods;
  return Object.fromEntries(Object.entries(path).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
}

function operationsOf(path: OpenAPIObject['paths'][string]) {
  return methods.flatMap((method) => path[method] ?? []);
}

function parametersOf(path: OpenAPIObject['paths'][string]) {
  return operationsOf(path).flatMap(({ parameters = [] }) => parameters);
}

/** Returns the links of all parts. Several parts can add links to one operation. */
function linksOf(parts: DocumentOptions['parts']): ResponseLinks {
  const links: Record<string, ResponseLinks[string]> = {};
  for (const [operationId, targets] of parts.flatMap((part) => Object.entries(part.links ?? {}))) {
    links[operationId] = { ...links[operationId], ...targets };
  }
  return links;
}
