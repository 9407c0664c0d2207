import { ServerResponse, type ServerOptions } from 'node:http';
import type { Application } from 'express';
import { HttpRequest } from './request-context.ts';

/** The application with the prototypes of requests and responses, which the types of Express lack. */
type ExpressApplication = Application & { request: object; response: object };

/**
 * Returns classes whose instances have the prototypes of Express from the start. Express sets the prototype of each message. If
 * that changed the prototype, V8 would treat the messages as objects of changing shape, and a get would take three times the CPU.
 */
export function expressMessageClasses(
  application: Application,
): Pick<ServerOptions<typeof HttpRequest, typeof ServerResponse>, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends HttpRequest {}
  class ExpressResponse extends ServerResponse {}
  const prototypes = application as ExpressApplication;
  prototypes.request = Object.setPrototypeOf(ExpressRequest.prototype, prototypes.request) as object;
  prototypes.response = Object.setPrototypeOf(ExpressResponse.prototype, prototypes.response) as object;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}
