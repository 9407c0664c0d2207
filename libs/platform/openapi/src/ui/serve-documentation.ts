import type { INestApplication } from '@nestjs/common';
import type { Application, NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { DocumentOptions } from '../document/document-options.ts';
import { documentationPaths, type DocumentationPath } from './paths.ts';
import type { StaticContent } from './static-content.ts';

/** It allows inline styles, because the script of Swagger UI sets them. */
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

// Strict-Transport-Security is off, because the proxy that terminates TLS sets it.
const pageHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

/**
 * Serves Swagger UI, the guide and the OpenAPI document, and redirects `/` to Swagger UI. The first request for one of them creates all of
 * them, because the content needs time and memory and most instances never get such a request.
 * @param loadOptions called by the first request
 */
export function serveDocs(app: INestApplication, loadOptions: () => Promise<DocumentOptions>): void {
  let created: Promise<Readonly<Record<DocumentationPath, StaticContent>>> | undefined;
  const create = async () => {
    const loading = [import('./documentation-content.ts'), loadOptions()] as const;
    const [{ createDocumentation }, options] = await Promise.all(loading);
    return createDocumentation(app, options);
  };
  const retryLater = (error: unknown) => {
    created = undefined;
    throw error;
  };
  const express: Application = app.getHttpAdapter().getInstance();
  app.use(documentationPaths.page, pageHeaders);
  for (const path of Object.values(documentationPaths)) {
    express.get(path, (request: Request, response: Response, next: NextFunction) => {
      created ??= create().catch(retryLater);
      created.then((contents) => contents[path].send(request, response)).catch(next);
    });
  }
  // It does not call `redirect`, because `redirect` parses the Accept header (4,000 entries take 3 ms).
  express.get('/', (_request: Request, response: Response) => {
    response.writeHead(302, { Location: documentationPaths.page, 'Content-Length': 0 }).end();
  });
}
