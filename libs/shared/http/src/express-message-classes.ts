import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Application } from 'express';
import { RequestContext } from './request-context.ts';

/** The application with the prototypes of requests and responses, which the types of Express lack. */
export type ExpressApplication = Application & { readonly request: object; readonly response: object };

type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** Node's constructors are functions that can be called on an existing object. */
type Constructor = (this: object, ...parameters: unknown[]) => void;

/**
 * Returns constructors for requests with a `context` and for responses. Their instances have the prototypes of Express from the
 * start. Express sets these prototypes on each message. If that changed the prototype, V8 would treat the messages as objects
 * of changing shape, and every access to them would be slow.
 */
export function expressMessageClasses({ request, response }: ExpressApplication): MessageClasses {
  const constructRequest = IncomingMessage as unknown as Constructor;
  function ExpressRequest(this: { context: RequestContext; body: unknown }, socket: unknown): void {
    constructRequest.call(this, socket);
    this.context = new RequestContext();
    // `JsonBodyGuard` sets it. Without it here, requests with a body would have another hidden class.
    this.body = undefined;
  }
  const constructResponse = ServerResponse as unknown as Constructor;
  function ExpressResponse(this: object, message: unknown, options: unknown): void {
    constructResponse.call(this, message, options);
  }
  return {
    IncomingMessage: withPrototype(ExpressRequest, request, IncomingMessage),
    ServerResponse: withPrototype(ExpressResponse, response, ServerResponse),
  } as MessageClasses;
}

function withPrototype(constructor: object, prototype: object, ancestor: object): unknown {
  Object.assign(constructor, { prototype });
  // V8 estimates the number of an object's members from the ancestors of its constructor, and reserves space for them.
  return Object.setPrototypeOf(constructor, ancestor);
}
