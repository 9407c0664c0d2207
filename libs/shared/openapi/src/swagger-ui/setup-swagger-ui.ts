import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { HttpServer, INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { OperatorError } from '@petstore/operations';
import type { Response } from 'express';
import helmet from 'helmet';
import { dump } from 'js-yaml';
import {
  accessibleNames,
  collapsedErrors,
  exactIntegers,
  hiddenKey,
  itemTypes,
  page,
  responseHeaders,
} from './plugins.ts';
import { icon, style } from './style.ts';

export const documentationPath = '/docs';

// It allows inline styles, because Swagger UI has some. Strict-Transport-Security is off, because the proxy that terminates TLS
// sets it.
const pageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

/** The files of swagger-ui-dist that the page loads, with their types. */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
};

/**
 * Serves Swagger UI at `/docs`, the OpenAPI document at `/openapi.json` and `/openapi.yaml`, and leads from `/` to Swagger UI.
 * @param getDocument called while the server listens, because the document has its address
 * @throws OperatorError if a file of the page is not installed
 */
export function setupSwaggerUi(app: INestApplication, getDocument: () => OpenAPIObject): void {
  const adapter = app.getHttpAdapter();
  app.use(documentationPath, pageHeaders);
  for (const [name, type] of Object.entries(files)) {
    const path = pathOf(name);
    serve(adapter, `${documentationPath}/${name}`, type, () => readFileSync(path));
  }
  serve(adapter, '/openapi.json', 'application/json; charset=utf-8', () => {
    return `${JSON.stringify(getDocument(), undefined, 2)}\n`;
  });
  serve(adapter, '/openapi.yaml', 'text/yaml; charset=utf-8', () => yamlText(getDocument()));
  // Not `redirect`, because that parses the Accept header, which can have 4,000 entries.
  adapter.get('/', (_request: unknown, response: Response) => {
    response.writeHead(302, { Location: documentationPath, 'Content-Length': 0 }).end();
  });
  // The page gets the document from /openapi.json, so the script contains none.
  SwaggerModule.setup(documentationPath, app, {} as OpenAPIObject, {
    raw: false,
    // Nest must not look for the folder, because `serve` serves the files.
    customSwaggerUiPath: documentationPath,
    swaggerUrl: '/openapi.json',
    customSiteTitle: 'Petstore API',
    customfavIcon: icon,
    customCss: style,
    swaggerOptions: {
      layout: 'BaseLayout',
      persistAuthorization: false,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      operationsSorter: 'alpha',
      // The default has numbers with too little contrast.
      syntaxHighlight: { theme: 'tomorrow-night' },
      plugins: [page, exactIntegers, hiddenKey, collapsedErrors, responseHeaders, itemTypes, accessibleNames],
    },
  });
}

/** @throws OperatorError at the start, because a page without this file would be blank */
function pathOf(name: string): string {
  const file = `swagger-ui-dist/${name}`;
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    throw new OperatorError(`${file}, a part of /docs, is missing: install the service again`);
  }
}

/** The document as the service sends it, and as the repository contains it. */
export function yamlText(document: OpenAPIObject): string {
  return dump(document, { lineWidth: 120, noRefs: true });
}

/**
 * Serves a constant body from memory. All responses share the bytes, and no response keeps a file open: 5,000 clients that do
 * not read must cost little.
 * @param load called by the first request
 */
function serve(adapter: HttpServer, path: string, type: string, load: () => string | Buffer): void {
  let content: { readonly bytes: Buffer; readonly etag: string } | undefined;
  adapter.get(path, (_request: unknown, response: Response) => {
    if (!content) {
      const bytes = Buffer.from(load());
      content = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
    }
    // Browsers must revalidate their copy, because the next release has other content at the same path.
    response.set({ 'Content-Type': type, ETag: content.etag, 'Cache-Control': 'no-cache' }).send(content.bytes);
  });
}
