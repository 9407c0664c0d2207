import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Application, type Response } from 'express';
import { createHttpServer, type HttpOptions } from './http-server.ts';

/** The body of a response as JSON text. JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
export class Json {
  constructor(readonly text: string) {}
}

/** Connects Nest and Express to our HTTP server. Methods of controllers may return `Json`. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly httpOptions: HttpOptions) {
    super(createExpress());
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance(), this.httpOptions);
  }

  /** Does nothing. `respondUnmatched` answers a request that no route matched. */
  override setNotFoundHandler(): void {}

  /** Does nothing. `setupSwaggerUi` serves the files from memory. A file stream would stay open while a client does not read. */
  override useStaticAssets(): this {
    return this;
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof Json)) return super.reply(response, body, status as number);
    const length = Buffer.byteLength(body.text);
    response.writeHead(status ?? response.statusCode, { 'Content-Type': 'application/json', 'Content-Length': length });
    return response.end(body.text);
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
