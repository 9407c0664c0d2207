import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Application } from 'express';

/** Express has them; its types do not. */
type Prototypes = Application & { readonly request: object; readonly response: object };

/**
 * Constructors whose requests and responses are born with Express' prototypes. Express sets these on each of them, which
 * then changes nothing; else V8 takes both for objects of a changing shape and is slow with them from there on.
 */
export function expressMessageClasses(
  application: Application,
): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  const { request, response } = application as Prototypes;
  return {
    IncomingMessage: bornWith(request, IncomingMessage),
    ServerResponse: bornWith(response, ServerResponse),
  } as Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
}

/** Node's constructors are functions of the old kind: as such they can be called on what somebody else has made. */
function bornWith(prototype: object, constructor: unknown): unknown {
  const construct = constructor as (this: object, ...parameters: unknown[]) => void;
  function Born(this: object, first: unknown, second: unknown): void {
    construct.call(this, first, second);
  }
  Born.prototype = prototype;
  // From a constructor's own ancestors V8 guesses how many members its objects will have, and makes room in the objects.
  Object.setPrototypeOf(Born, construct);
  return Born;
}
