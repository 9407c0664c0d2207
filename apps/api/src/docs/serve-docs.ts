import type { INestApplication } from '@nestjs/common';
import type { Application, NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { documentationPaths, type DocumentationPath } from './documentation-paths.ts';
import type { StaticContent } from './static-content.ts';

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

/**
 * Serves Swagger UI and the OpenAPI document without a key; `/` redirects there. Both are created by the first request for
 * any of them, because most instances are never asked and loading what creates them takes time and memory.
 */
export function serveDocs(app: INestApplication, config: Config): void {
  let created: Promise<Readonly<Record<DocumentationPath, StaticContent>>> | undefined;
  const create = async () => {
    try {
      return await (await import('./documentation.ts')).createDocumentation(app, config.deployments);
    } catch (error) {
      // The next request tries again.
      created = undefined;
      throw error;
    }
  };
  const express: Application = app.getHttpAdapter().getInstance();
  app.use(documentationPaths.page, pageHeaders);
  for (const path of Object.values(documentationPaths)) {
    express.get(path, (request: Request, response: Response, next: NextFunction) => {
      created ??= create();
      created.then((contents) => contents[path].send(request, response)).catch(next);
    });
  }
  // Not `redirect`, which parses the Accept header: 4,000 entries take 3 ms.
  express.get('/', (_request: Request, response: Response) => {
    response.writeHead(302, { Location: documentationPaths.page, 'Content-Length': 0 }).end();
  });
}
