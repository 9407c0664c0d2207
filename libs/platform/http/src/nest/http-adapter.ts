import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import { Deadline } from '@petstore/kernel';
import express, { type Application, type Request, type Response } from 'express';
import { contextOf } from '../context/request-context.ts';
import { corsHeaders } from '../response/cors.ts';
import { sendError } from '../response/error-body.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import type { RequestHandler } from '../server/dispatch-limit.ts';
import { createHttpServer, type HttpLimits, type HttpServerOptions } from '../server/http-server.ts';
import type { TrustedProxies } from '../server/trusted-proxies.ts';
import { expressMessageClasses, type ExpressApplication } from '../tuning/express-message-classes.ts';
import { handleUnmatchedRoutes, methodsOf } from './unmatched-routes.ts';

export interface HttpAdapterOptions extends Required<Pick<HttpServerOptions, 'isSecret' | 'recordClientAddress'>> {
  readonly httpLimits: HttpLimits;
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers are used. */
  readonly trustedProxies?: TrustedProxies;
  /** Whether to use the code that exists only for speed. */
  readonly tuning: boolean;
}

/** The body of a response as JSON text. JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
export class Json {
  constructor(readonly text: string) {}
}

/** Connects Nest and Express to our HTTP server. Methods of controllers may return `Json`. */
export class HttpAdapter extends ExpressAdapter {
  private fallbackRoutes = () => {};
  private methods: readonly string[] = [];

  constructor(private readonly httpOptions: HttpAdapterOptions) {
    super(createExpress());
  }

  override initHttpServer(): void {
    const application = this.getInstance<ExpressApplication>();
    const { httpLimits, corsOrigins, isSecret, recordClientAddress, trustedProxies, tuning } = this.httpOptions;
    application.set('trust proxy', trustedProxies ?? false);
    // It sets the deadline here and not in a middleware, because calling a middleware takes longer.
    const receive = (request: Request, response: Response): void => {
      const context = contextOf(request);
      context.deadline = new Deadline(context.startedAt + httpLimits.responseTimeout);
      // Express calls the last parameter if no route and no middleware responded: `GET http://` has no path.
      application(request, response, () => sendError(response, unrouted));
    };
    this.httpServer = createHttpServer(httpLimits, receive as RequestHandler, {
      isSecret,
      recordClientAddress,
      ...(tuning && { messageClasses: expressMessageClasses(application) }),
      ...(trustedProxies !== undefined && { forwardedAddressOf: (request) => forwardedAddress(application, request) }),
      ...(corsOrigins.length > 0 && { setHeaders: corsHeaders(corsOrigins, () => this.methods) }),
    });
  }

  /** Adds routes after those of the operations, because Express tries routes in the order in which they were added. */
  addFallbackRoutes(add: () => void): void {
    this.fallbackRoutes = add;
  }

  override setNotFoundHandler(): void {
    this.fallbackRoutes();
    this.methods = methodsOf(this.getInstance());
    this.use(handleUnmatchedRoutes(this.getInstance()));
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
