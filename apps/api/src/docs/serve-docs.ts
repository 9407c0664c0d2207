import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { docsPath, documentPath } from '../paths.ts';
import { exactIntegers } from './exact-integers.ts';
import { icon, style } from './look.ts';
import { openApiDocument } from './openapi-document.ts';

/** Swagger UI needs nothing but itself; inline styles it sets from script. */
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** All that helmet has for pages. Whether a host speaks TLS alone is for the proxy to say that does so for it. */
const pageHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

function mayBeKept(_request: Request, response: Response, next: NextFunction): void {
  response.removeHeader('Cache-Control');
  next();
}

/** Swagger UI and the document, without a key; `/` leads there. */
export function serveDocs(app: INestApplication, config: Config): void {
  app.use(docsPath, mayBeKept, pageHeaders);
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
