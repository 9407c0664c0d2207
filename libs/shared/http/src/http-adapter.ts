import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import express, { type Application, type Request, type Response } from 'express';
import { contextOf } from './request-context.ts';
import { corsHeaders } from './cors.ts';
import type { RequestHandler } from './dispatch-limit.ts';
import { createHttpServer, type HttpLimits, type HttpServerOptions } from './http-server.ts';
import type { TrustedProxies } from './trusted-proxies.ts';
import { expressMessageClasses, type ExpressApplication } from './express-message-classes.ts';
import { methodsOf, respondUnmatched } from './unmatched-routes.ts';

export interface HttpAdapterOptions extends Required<Pick<HttpServerOptions, 'isSecret'>> {
  readonly httpLimits: HttpLimits;
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers are used. */
  readonly trustedProxies?: TrustedProxies;
}

/** The body of a response as JSON text. JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
export class Json {
  constructor(readonly text: string) {}
}

/** Connects Nest and Express to our HTTP server. Methods of controllers may return `Json`. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly httpOptions: HttpAdapterOptions) {
    super(createExpress());
  }

  override initHttpServer(): void {
    const application = this.getInstance<ExpressApplication>();
    const { httpLimits, corsOrigins, isSecret, trustedProxies } = this.httpOptions;
    application.set('trust proxy', trustedProxies ?? false);
    // It starts the time limit here and not in a middleware, because calling a middleware takes longer.
    const receive = (request: Request, response: Response): void => {
      const context = contextOf(request);
      context.timeLimit.start(httpLimits.responseTimeout);
      response.on('close', stopTimeLimit);
      const respond = (error?: unknown) => respondUnmatched(application, request, response, error);
      // Express would respond to OPTIONS itself. It calls the last parameter if no route and no middleware responded.
      if (request.method === 'OPTIONS') respond();
      else application(request, response, respond);
    };
    this.httpServer = createHttpServer(httpLimits, receive as RequestHandler, {
      isSecret,
      messageClasses: expressMessageClasses(application),
      ...(trustedProxies !== undefined && { forwardedAddressOf: (request) => forwardedAddress(application, request) }),
      ...(corsOrigins.length > 0 && { setHeaders: corsHeaders(corsOrigins, () => methodsOf(application)) }),
    });
  }

  /** Adds none, because `respondUnmatched` responds after all routes, also after those that are added later. */
  override setNotFoundHandler(): void {}

  /** Serves no files from disk: a download that a client does not read would keep a file open. */
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

function stopTimeLimit(this: ServerResponse): void {
  contextOf(this.req).timeLimit.stop();
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

/** An IP address, optionally with a port. Other text is rejected, because a trusted proxy may forward text of its client. */
const addressPattern = /^[\da-f:.[\]]{2,54}$/i;

/**
 * Returns the address of the client in `X-Forwarded-For`, by the setting `trust proxy` of Express.
 * @returns undefined if the text in the header is not an address
 */
function forwardedAddress(application: ExpressApplication, request: IncomingMessage): string | undefined {
  // `ip` is a getter of Express' request prototype. Express sets this prototype later, when it handles the request.
  Object.setPrototypeOf(request, application.request);
  const { ip } = request as Request;
  return ip !== undefined && addressPattern.test(ip) ? ip : undefined;
}
