import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Database } from '@petstore/database';
import { HttpAdapter } from '@petstore/http/http-adapter';
import { entityTagHeader } from '@petstore/openapi/headers';
import { completeDocument } from '@petstore/openapi/complete-document';
import { yamlText } from '@petstore/openapi/swagger-ui/setup-swagger-ui';
import { urlOfServer } from '@petstore/operations/listen';
import { logTo } from '@petstore/operations/log';
import { AppModule, httpOptions, nestOptions } from './app.module.ts';
import { readSettings, type Settings } from './settings.ts';
import { features } from './features.ts';
import { allErrors } from './errors.ts';
import { versionPrefix } from './paths.ts';

/** Version of the contract. Releases have other versions, and keep this one. */
const contractVersion = '1.0.0';

/** Only a service with the embedded PostgreSQL issues a key by itself. */
function keyInstructions({ database }: Settings): string {
  const firstKey =
    database.kind === 'embedded'
      ? 'the first start wrote one to the file `first-key` in the data directory (`.petstore`, or `DATA_DIR`). For another, '
      : '';
  return (
    `**How to get a key:** ${firstKey}an operator runs \`npm run -s petstore -- keys issue me\`, with the \`DATABASE_URL\` or ` +
    '`DATA_DIR` of the service.'
  );
}

const integers =
  '`id` and `categoryId` are int64, as plain JSON integers. `JSON.parse` of JavaScript rounds them beyond 2^53, so a client in ' +
  'JavaScript needs another parser.';

const stable = 'Animals for adoption: list them, add one, get one.';

const beta =
  'Animals for adoption: list them, add, change and delete one, reserve them with orders, and follow what happens to them. Operations marked ' +
  'as beta may change or be removed in any release.';

/** Builds the OpenAPI document of the application. */
export function createDocument(app: INestApplication, settings: Settings): OpenAPIObject {
  const { production, staging } = settings.deployments;
  const summary = settings.beta ? beta : stable;
  const howToGetKey = keyInstructions(settings);
  const howToSendKey = 'Every operation requires it: `Authorization: Bearer <API key>`.';
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Petstore')
    .setVersion(contractVersion)
    .setDescription(`${howToGetKey} ${howToSendKey}\n\n${integers}`)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addSecurity('bearerAuth', {
      type: 'http',
      scheme: 'bearer',
      description: `**Enter only the key, without \`Bearer\`.**\n\n${howToGetKey}`,
    })
    .addServer(versionPrefix, 'This service');
  for (const { tag } of Object.values(features)) builder.addTag(...tag);
  if (production) builder.addServer(production, 'Production');
  if (staging) builder.addServer(staging, 'Staging');
  const base = builder.build();
  Object.assign(base.info, { summary, contact: { name: 'The Petstore maintainers' } });
  const document = SwaggerModule.createDocument(app, base, {
    ignoreGlobalPrefix: true,
    operationIdFactory: (_controller, method) => method,
  });
  documentEntityTags(document);
  return completeDocument(document, allErrors);
}

/**
 * Returns a document without deployments also with the address of the server, because some generators of clients need an absolute URL. The
 * first server stays relative, so that Swagger UI calls its own origin.
 */
export function withAddress(document: OpenAPIObject, server: Server): OpenAPIObject {
  const servers = document.servers!;
  const url = servers.length > 1 ? undefined : urlOfServer(server);
  if (url === undefined) return document;
  return {
    ...document,
    servers: [...servers, { url: url + versionPrefix, description: 'This service, without a proxy' }],
  };
}

/**
 * Adds the header `ETag` to the responses that contain one animal, if an operation can use it. It is optional with the stable operations,
 * because a service without the beta operations does not send it.
 */
function documentEntityTags({ paths }: OpenAPIObject): void {
  const { post } = paths['/pets']!;
  const { get, patch } = paths['/pets/{petId}']!;
  if (!patch) return;
  for (const operation of [post, get, patch]) {
    const success = (operation!.responses['201'] ?? operation!.responses['200']) as { headers?: object };
    success.headers = { ...success.headers, ETag: { ...entityTagHeader, required: operation === patch } };
  }
}

/** The committed OpenAPI documents, by file name in apps/api: the setting BETA with which each is served. */
export const committedDocuments = { 'openapi.yaml': 'off', 'openapi.beta.yaml': 'on' } as const;

/** Returns the OpenAPI document of a service with an own PostgreSQL and without deployments, as YAML. Uses no database. */
export async function committedDocument(setting: 'on' | 'off'): Promise<string> {
  const settings = readSettings({ BETA: setting, DATABASE_URL: 'postgresql://127.0.0.1/petstore' });
  const silent = logTo({ write: () => undefined }, 'fatal');
  const database = await Database.create(settings.database, [], settings.databaseLimits, () => undefined);
  const module = AppModule.forRoot(settings, database, silent);
  const app = await NestFactory.create(module, new HttpAdapter(httpOptions(settings)), nestOptions(silent));
  return yamlText(createDocument(app, settings));
}
