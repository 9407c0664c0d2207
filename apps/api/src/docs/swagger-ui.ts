import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { Router, type RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { docsPath, documentPath } from '../paths.ts';
import { loadSwagger } from './described.ts';
import { exactIntegers } from './exact-integers.ts';
import { icon, style } from './look.ts';
import { openApiDocument } from './openapi-document.ts';

/** Serves the document and nothing else: @nestjs/swagger adds its routes to an application of Nest's. */
@Module({})
class Documentation {}

/** Swagger UI and the document of the service, at their own paths; leaves to the next what is none of them. */
export async function swaggerUi(
  service: INestApplication,
  deployments: Config['deployments'],
): Promise<RequestHandler> {
  const { SwaggerModule } = await loadSwagger();
  const document = await openApiDocument(service, deployments);
  const router = Router({ caseSensitive: true });
  const adapter = new ExpressAdapter(router);
  const documentation = await NestFactory.create<NestExpressApplication>(Documentation, adapter, { logger: false });
  SwaggerModule.setup(docsPath, documentation, document, {
    jsonDocumentUrl: `${documentPath}.json`,
    yamlDocumentUrl: `${documentPath}.yaml`,
    customSiteTitle: 'Petstore API',
    customfavIcon: icon,
    customCss: style,
    swaggerOptions: {
      // The name of an operation's place is promised in the `Link` of the deprecated one.
      deepLinking: true,
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      plugins: [exactIntegers],
    },
  });
  return router;
}
