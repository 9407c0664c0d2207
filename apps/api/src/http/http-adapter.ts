import type { RequestListener } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Application, type Request, type Response } from 'express';
import type { Config } from '../config.ts';
import { ApiError } from './api-error.ts';
import { allowOrigins } from './cross-origin.ts';
import { sendError } from './error.response.ts';
import { expressBorn } from './express-born.ts';
import { createHttpServer } from './http-server.ts';
import { Json } from './int64-json.ts';
import { answerKnownPaths } from './known-paths.ts';
import { startDeadline } from './request-deadline.ts';
import { faultOf } from './unreadable.ts';

/** Express as Nest drives it, less the habits of both that the contract does not have. */
export class HttpAdapter extends ExpressAdapter {
  private addOthers = () => {};

  constructor(private readonly config: Pick<Config, 'httpLimits' | 'corsOrigins'>) {
    super(createExpress());
  }

  override initHttpServer(): void {
    const application = this.getInstance<Application>();
    const { httpLimits, corsOrigins } = this.config;
    const allow = corsOrigins.length > 0 ? allowOrigins(corsOrigins) : () => undefined;
    // Not middleware: to be one costs a request more than what these do.
    const receive = (request: Request, response: Response): void => {
      startDeadline(request, httpLimits.responseTimeout);
      allow(request, response);
      const fault = faultOf(request);
      if (fault) return sendError(response, fault);
      // What has no path at all, as `GET http://`, comes past every route and every filter.
      application(request, response, () => sendError(response, unrouted));
    };
    this.httpServer = createHttpServer(httpLimits, receive as RequestListener, expressBorn(application));
  }

  /** What has routes of its own for less than the operations do: Express looks at one route after the other. */
  addAfterOperations(add: () => void): void {
    this.addOthers = add;
  }

  override setNotFoundHandler(): void {
    this.addOthers();
    this.use(answerKnownPaths(this.getInstance()));
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof Json)) return super.reply(response, body, status as number);
    const length = Buffer.byteLength(body.text);
    response.writeHead(status ?? response.statusCode, { 'Content-Type': 'application/json', 'Content-Length': length });
    return response.end(body.text);
  }
}

const unrouted = new ApiError('malformed_request', 'The request line names no path.');

function createExpress(): Application {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  // `maxKeys`: Node would silently ignore the parameters beyond the thousandth.
  application.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  return application;
}
