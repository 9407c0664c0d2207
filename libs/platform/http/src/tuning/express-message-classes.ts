import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Application } from 'express';
import { RequestContext } from '../context/request-context.ts';

/** Express has these prototypes; its types do not. */
export type ExpressApplication = Application & { readonly request: object; readonly response: object };

type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** Node's constructors are functions that can be called on an existing object. */
type Constructor = (this: object, ...parameters: unknown[]) => void;

/**
 * Constructors for requests with a `context` and for responses, both with the prototypes of Express from the start. Express
 * sets these prototypes on each message, which then changes nothing. Otherwise V8 treats the messages as objects of changing
 * shape, and every access to them is slow.
 */
export function expressMessageClasses({ request, response }: ExpressApplication): MessageClasses {
  const constructRequest = IncomingMessage as unknown as Constructor;
  function ExpressRequest(this: { context: RequestContext }, socket: unknown): void {
    constructRequest.call(this, socket);
    this.context = new RequestContext();
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
  // From a constructor's ancestors V8 estimates how many members its objects will have, and reserves space in the objects.
  return Object.setPrototypeOf(constructor, ancestor);
}
