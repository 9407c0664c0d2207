import { ServerResponse, type Server } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { Logger } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import express, {
  type Application,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type Response,
} from 'express';
import type { RequestHandler } from '@petstore/edge/dispatch-limit';
import { sendError } from '@petstore/edge/error-response';
import { platformErrors, RequestError } from '@petstore/edge/errors';
import { createHttpServer, type HttpOptions, type MessageClasses } from '@petstore/edge/http-server';
import { compileSerializers, type Serializer } from './json/json-serializers.ts';
import { stateOf, HttpRequest } from '@petstore/edge/request-state';
import { allow, respondUnmatched, routeOf } from './routes.ts';

/** Connects Nest and Express to our HTTP server. */
export class HttpAdapter extends ExpressAdapter {
  private serializers: ReadonlyMap<string, Serializer> = new Map();
  private readonly methodsOf = new Map<string, Set<string>>();
  private handleError!: ErrorRequestHandler;

  constructor(private readonly httpOptions: HttpOptions) {
    super(createExpress());
    for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete'] as const) {
      const addRoute = this[method].bind(this);
      const note = (path: string, handler: Parameters<typeof addRoute>[1]) => {
        this.methodsOf.set(path, (this.methodsOf.get(path) ?? new Set()).add(method.toUpperCase()));
        return addRoute(path, handler);
      };
      Object.assign(this, { [method]: note });
    }
  }

  override initHttpServer(): void {
    this.httpServer = createExpressServer(this.getInstance(), this.httpOptions);
  }

  /** Does nothing. `endRoutes` adds `respondUnmatched` instead, after the routes of the documentation. */
  override setNotFoundHandler(): void {}

  /** Nest's exception filters, for `endRoutes`. */
  override setErrorHandler(handler: ErrorRequestHandler): void {
    this.handleError = handler;
  }

  /** Call it after the last route was added: responds to what no route has answered, and to the errors of all routes. */
  endRoutes(): void {
    const application: Application = this.getInstance();
    for (const [path, methods] of this.methodsOf) application.all(path, allow(methods));
    application.use(respondUnmatched, this.handleError);
  }

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

/** Creates a server for an Express application. It also responds with an Error body to an error that no handler of the application handles. */
export function createExpressServer(application: Application, options: HttpOptions): Server {
  const handle = (request: Request, response: Response): void => {
    const { headError, requestId } = stateOf(request);
    const fail = (error: unknown) => {
      const isOfTarget = error instanceof URIError || (error as { code?: unknown }).code === 'ERR_INVALID_URL';
      if (!isOfTarget) new Logger().error(error, { requestId });
      if (response.headersSent) return void response.destroy();
      const { malformed_request, internal_error } = platformErrors;
      const message = isOfTarget ? 'The request target cannot be read.' : undefined;
      sendError(response, new RequestError(isOfTarget ? malformed_request : internal_error, message));
    };
    // Express parses the target before `refuseInvalidHead` responds with the error, so it must get a valid one.
    if (headError) request.url = '/';
    try {
      application(request, response, fail);
    } catch (error) {
      // Express parses the target outside of its routes. An error that is not caught would end the process.
      fail(error);
    }
  };
  const server = createHttpServer(handle as RequestHandler, options, messageClasses(application));
  // The first listener, because the others read the route.
  server.on('completed', ({ req: request }: ServerResponse) => {
    stateOf(request).route ||= routeOf(request);
  });
  return server;
}

/**
 * Middleware before all routes: refuses a request whose head is invalid. It comes after the middleware of CORS, so that scripts of other
 * origins can read the error.
 */
export function refuseInvalidHead(request: Request, response: Response, next: NextFunction): void {
  const { headError } = stateOf(request);
  if (headError) sendError(response, headError);
  else next();
}

/** The application with the prototypes of requests and responses, which the types of Express lack. */
type ExpressApplication = Application & { request: object; response: object };

/** Returns classes whose instances have the prototypes of Express from the start, because V8 is slow with a prototype that changes. */
function messageClasses(application: Application): MessageClasses {
  class ExpressRequest extends HttpRequest {}
  class ExpressResponse extends ServerResponse {}
  const prototypes = application as ExpressApplication;
  prototypes.request = Object.setPrototypeOf(ExpressRequest.prototype, prototypes.request) as object;
  prototypes.response = Object.setPrototypeOf(ExpressResponse.prototype, prototypes.response) as object;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
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
