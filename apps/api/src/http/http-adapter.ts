import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Application, type Response } from 'express';
import { createHttpServer } from './http-server.ts';
import { Json } from './int64-json.ts';
import { answerKnownPaths } from './known-paths.ts';

/** Express as Nest drives it, less the habits of both that the contract does not have. */
export class HttpAdapter extends ExpressAdapter {
  constructor() {
    super(createExpress());
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance());
  }

  override setNotFoundHandler(): void {
    this.use(answerKnownPaths(this.getInstance()));
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
  // `maxKeys`: Node would silently ignore the parameters beyond the thousandth.
  application.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  return application;
}
