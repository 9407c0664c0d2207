import { ServerResponse, type Server } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { Logger } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import express, { type Application, type Request, type Response } from 'express';
import type { RequestHandler } from '@petstore/edge/dispatch-limit';
import { sendError } from '@petstore/edge/error-response';
import { platformErrors, RequestError } from '@petstore/edge/errors';
import { createHttpServer, type HttpOptions, type MessageClasses } from '@petstore/edge/http-server';
import { compileSerializers, type Serializer } from './json-serializers.ts';
import { contextOf, HttpRequest } from '@petstore/edge/request-context';
import { respondUnmatched, routeOf } from './routes.ts';

/** Connects Nest and Express to our HTTP server. */
export class HttpAdapter extends ExpressAdapter {
  private serializers: ReadonlyMap<string, Serializer> = new Map();

  constructor(private readonly httpOptions: HttpOptions) {
    super(createExpress());
  }

  override initHttpServer(): void {
    this.httpServer = createExpressServer(this.getInstance(), this.httpOptions);
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

/** Creates a server for an Express application. It also responds with an Error body if no route of the application matches. */
export function createExpressServer(application: Application, options: HttpOptions): Server {
  const handle = (request: Request, response: Response): void => {
    const { headError, requestId } = contextOf(request);
    // Express parses the target before `checkRequest` responds with the error, so it must get a valid one.
    if (headError) request.url = '/';
    try {
      // Express calls the last parameter if no route and no middleware responded.
      application(request, response, (thrown?: unknown) => respondUnmatched(application, request, response, thrown));
    } catch (error) {
      // Express parses the target outside of its routes. An error that is not caught would end the process.
      const isOfTarget = error instanceof URIError || (error as { code?: unknown }).code === 'ERR_INVALID_URL';
      if (!isOfTarget) new Logger().error(error, { requestId });
      if (response.headersSent) return void response.destroy();
      const { malformed_request, internal_error } = platformErrors;
      const message = isOfTarget ? 'The request target cannot be read.' : undefined;
      sendError(response, new RequestError(isOfTarget ? malformed_request : internal_error, message));
    }
  };
  const server = createHttpServer(handle as RequestHandler, options, messageClasses(application));
  // The first listener, because the others read the route.
  server.on('completed', ({ req: request }: ServerResponse) => {
    contextOf(request).route ||= routeOf(request);
  });
  return server;
}

/** The application with the prototypes of requests and responses, which the types of Express lack. */
type ExpressApplication = Application & { request: object; response: object };

/**
 * Returns classes whose instances have the prototypes of Express from the start. Express sets the prototype of each message. If
 * that changed the prototype, V8 would treat the messages as objects of changing shape, and a get would take three times the CPU.
 */
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
