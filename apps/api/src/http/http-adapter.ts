import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Application, type Request, type Response } from 'express';
import { ApiError } from './api-error.ts';
import { sendError } from './error.response.ts';
import { expressBorn } from './express-born.ts';
import { createHttpServer, type HttpLimits } from './http-server.ts';
import { Json } from './int64-json.ts';
import { answerKnownPaths } from './known-paths.ts';
import { requestIdOf } from './request-id.ts';

/** Express as Nest drives it, less the habits of both that the contract does not have. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly limits: HttpLimits) {
    super(createExpress());
  }

  override initHttpServer(): void {
    const application = this.getInstance<Application>();
    // What has no path at all, as `GET http://`, comes past every route and every filter.
    this.httpServer = createHttpServer(
      this.limits,
      (request, response) =>
        application(request as Request, response as Response, () => refuseUnrouted(request, response)),
      expressBorn(application),
    );
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

function refuseUnrouted(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('X-Request-Id', requestIdOf(request));
  sendError(response, new ApiError('malformed_request', 'The request line names no path.'));
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
