import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '../config.ts';
import { versionPrefix } from '../paths.ts';

const description = 'An animal-adoption store: list animals, add one, get one.';

/** The document, made from the code that serves. */
export function openApiDocument(app: INestApplication, { production, staging }: Config['deployments']): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Petstore')
    .setDescription(description)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: '', description: 'An API key.' }, 'bearerAuth')
    .addServer(versionPrefix, 'This service');
  if (production) builder.addServer(production, 'Production');
  if (staging) builder.addServer(staging, 'Staging');
  return SwaggerModule.createDocument(app, builder.build(), { ignoreGlobalPrefix: true });
}
