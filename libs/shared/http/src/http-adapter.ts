import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import express, { type Application, type Response } from 'express';
import { createHttpServer, type HttpOptions } from './http-server.ts';
import { compileSerializers, type Serializer } from './json-serializers.ts';
import { routeOf } from './routes.ts';

/** Connects Nest and Express to our HTTP server. */
export class HttpAdapter extends ExpressAdapter {
  private serializers: ReadonlyMap<string, Serializer> = new Map();

  constructor(private readonly httpOptions: HttpOptions) {
    super(createExpress());
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance(), this.httpOptions);
  }

  /** Does nothing. `respondUnmatched` answers a request that no route matched. */
  override setNotFoundHandler(): void {}

  /** Does nothing. `setupSwaggerUi` serves the files from memory. */
  override useStaticAssets(): this {
    return this;
  }

  /** Lets `reply` write each response by its schema in the document, see `compileSerializers`. */
  serializeBy(document: OpenAPIObject, prefix: string): void {
    this.serializers = compileSerializers(document, prefix);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    const { req: request } = response;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const serialize = this.serializers.get(`${method} ${routeOf(request)}`);
    if (!serialize) return super.reply(response, body, status as number);
    const text = serialize(body);
    const length = Buffer.byteLength(text);
    response.writeHead(status ?? response.statusCode, { 'Content-Type': 'application/json', 'Content-Length': length });
    return response.end(text);
  }
}

function createExpress(): Application {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  // `maxKeys: 0` removes Node's limit: by default it silently ignores all parameters after the first 1,000.
  application.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  return application;
}
