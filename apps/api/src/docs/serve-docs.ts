import type { INestApplication } from '@nestjs/common';
import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { docsPath, documentPath } from '../paths.ts';

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

/** Those of @nestjs/swagger; under the first are the files of Swagger UI, too. */
const paths = [
  docsPath,
  `${docsPath}/index.html`,
  `${docsPath}/LICENSE`,
  `${docsPath}/swagger-ui-init.js`,
  `${docsPath}${docsPath}/swagger-ui-init.js`,
  `${documentPath}.json`,
  `${documentPath}.yaml`,
];

/**
 * Swagger UI and the document, without a key; `/` leads there. Both are made, and what makes them is loaded, when somebody
 * first asks for any of it: most instances of a service are never asked.
 */
export function serveDocs(app: INestApplication, config: Config): void {
  let made: Promise<RequestHandler> | undefined;
  const make = async () => {
    try {
      return await (await import('./swagger-ui.ts')).swaggerUi(app, config.deployments);
    } catch (error) {
      // What cannot be made now is tried again with the next request.
      made = undefined;
      throw error;
    }
  };
  const serve = (request: Request, response: Response, next: NextFunction) => {
    made ??= make();
    made.then((handle) => handle(request, response, next)).catch(next);
  };
  const express: Application = app.getHttpAdapter().getInstance();
  app.use(docsPath, mayBeKept, pageHeaders);
  for (const path of paths) express.get(path, serve);
  app.use((request: Request, response: Response, next: NextFunction) => {
    // Other methods know no files: they are refused as on any path that is not there.
    const isFile = ['GET', 'HEAD'].includes(request.method) && request.path.startsWith(`${docsPath}/`);
    if (isFile) serve(request, response, next);
    else next();
  });
  express.get('/', (_request: Request, response: Response) => response.redirect(docsPath));
}
