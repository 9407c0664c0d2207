import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '../config.ts';
import { ErrorResponse } from '../http/error.response.ts';
import { versionPrefix } from '../paths.ts';
import { petsSchema } from '../pets/pets.document.ts';
import { version } from '../version.ts';
import { loadSwagger } from './described.ts';
import { description } from './description.ts';
import { headerComponents } from './headers.ts';
import { withExamples } from './schema-examples.ts';

/** The document, made from the code that serves. */
export async function openApiDocument(
  app: INestApplication,
  { production, staging }: Config['deployments'],
): Promise<OpenAPIObject> {
  const { DocumentBuilder, SwaggerModule } = await loadSwagger();
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Petstore')
    .setDescription(description)
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addTag('pets', 'Animals for adoption.')
    .addSecurity('bearerAuth', { type: 'http', scheme: 'bearer', description: 'An API key of the store.' })
    .addServer(versionPrefix, 'This service');
  if (production) builder.addServer(production, 'Production');
  if (staging) builder.addServer(staging, 'Staging');
  const options = { ignoreGlobalPrefix: true, extraModels: [ErrorResponse] };
  const document = SwaggerModule.createDocument(app, builder.build(), options);
  for (const { parameters } of Object.values(document.paths).flatMap(operationsOf)) {
    for (const parameter of parameters ?? [])
      if ('schema' in parameter) parameter.schema = withExamples(parameter.schema);
  }
  const schemas = withExamples({ ...document.components?.schemas, ...petsSchema });
  const info = { ...document.info, contact: { name: 'The Petstore maintainers' } };
  return { ...document, info, components: { ...document.components, schemas, headers: { ...headerComponents } } };
}

type PathItem = OpenAPIObject['paths'][string];

function operationsOf({ get, post }: PathItem) {
  return [get, post].filter((operation) => operation !== undefined);
}
