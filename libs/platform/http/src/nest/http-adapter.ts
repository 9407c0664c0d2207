import type { RequestListener } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Application, type Request, type Response } from 'express';
import { Json } from '../request/int64-json.ts';
import { startDeadline } from '../request/request-deadline.ts';
import { faultOf } from '../request/unreadable.ts';
import { allowOrigins } from '../response/cors.ts';
import { sendError } from '../response/error-body.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { createHttpServer, type HttpLimits, type HttpServerOptions } from '../server/http-server.ts';
import { expressBorn } from '../tuning/express-message-classes.ts';
import { answerKnownPaths } from './unmatched-routes.ts';

export interface HttpAdapterOptions extends Required<Pick<HttpServerOptions, 'isSecret'>> {
  readonly httpLimits: HttpLimits;
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
}

/** Connects Nest and Express to our HTTP server, and turns off what the contract does not have. */
export class HttpAdapter extends ExpressAdapter {
  private addOthers = () => {};

  constructor(private readonly httpOptions: HttpAdapterOptions) {
    super(createExpress());
  }

  override initHttpServer(): void {
    const application = this.getInstance<Application>();
    const { httpLimits, corsOrigins, isSecret } = this.httpOptions;
    const allow = corsOrigins.length > 0 ? allowOrigins(corsOrigins) : () => undefined;
    // Not middleware, because calling a middleware costs more than these checks.
    const receive = (request: Request, response: Response): void => {
      startDeadline(request, httpLimits.responseTimeout);
      allow(request, response);
      const fault = faultOf(request);
      if (fault) return sendError(response, fault);
      // A request without a path, such as `GET http://`, passes every route and every filter.
      application(request, response, () => sendError(response, unrouted));
    };
    const messageClasses = expressBorn(application);
    this.httpServer = createHttpServer(httpLimits, receive as RequestListener, { isSecret, messageClasses });
  }

  /** @param add adds further routes behind those of the operations: Express tries the routes in their order */
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

const unrouted = new RequestError(platformErrors.malformed_request, 'The request line names no path.');

function createExpress(): Application {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  // `maxKeys`: Node would silently ignore the parameters beyond the thousandth.
  application.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  return application;
}
