import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../config.ts';
import { docsPath, documentPath } from '../paths.ts';
import { exactIntegers } from './exact-integers.ts';
import { icon, style } from './look.ts';
import { openApiDocument } from './openapi-document.ts';

/** Swagger UI needs nothing but itself; inline styles it sets from script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Swagger UI and the document, without a key; `/` leads there. */
export function serveDocs(app: INestApplication, config: Config): void {
  app.use(docsPath, (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', contentSecurityPolicy);
    next();
  });
  SwaggerModule.setup(docsPath, app, () => openApiDocument(app, config.deployments), {
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
  app.getHttpAdapter().get('/', (_request: Request, response: Response) => response.redirect(docsPath));
}
