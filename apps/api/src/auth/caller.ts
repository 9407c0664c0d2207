import type { IncomingMessage } from 'node:http';
import type { ApiKey } from '@petstore/access-domain';

const apiKey = Symbol('apiKey');

interface Authenticated {
  [apiKey]?: ApiKey;
}

/** The key the guard let this request in with; nothing where none was asked for, or it was refused. */
export function callerOf(request: IncomingMessage): ApiKey | undefined {
  return (request as Authenticated)[apiKey];
}

export function setCaller(request: IncomingMessage, caller: ApiKey): true {
  (request as Authenticated)[apiKey] = caller;
  return true;
}
