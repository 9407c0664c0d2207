import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { contextOf, type RequestContext } from '../context/request-context.ts';
import type { HttpError } from '../response/http-error.ts';

/** Logged instead of the path of a request that no route matched, because the client can send any path. */
const unmatchedRoute = 'unmatched';

/** Logged as the route of a request that could not be parsed. */
export const unparsedRoute = 'unparsed';

/** Gets every request of a server, also those that no operation handles. */
export interface RequestObserver {
  onStart?(): void;
  /**
   * The response has ended, or the client has disconnected before.
   * @param duration milliseconds since the request was dispatched
   */
  onEnd(context: RequestContext, response: ServerResponse, duration: number): void;
  /**
   * The request was refused because it could not be parsed.
   * @param peerAddress of the connection; undefined unless the server records addresses
   */
  onUnparsed(error: HttpError, requestId: string, peerAddress: string | undefined): void;
}

/** Creates no object and no closure per request. */
export function observeRequests(server: Server, observer: RequestObserver): void {
  const templates = new Map<string, string>();

  function routeOf(request: IncomingMessage): string {
    // Express sets the route that handled the request, or the path of the middleware that responded.
    const { route, baseUrl } = request as { route?: { path: string }; baseUrl?: string };
    if (!route) return baseUrl ? `${baseUrl}/*` : unmatchedRoute;
    let template = templates.get(route.path);
    if (template === undefined) templates.set(route.path, (template = routeTemplate(route.path)));
    return template;
  }

  function onClose(this: ServerResponse): void {
    const context = contextOf(this.req);
    context.route ||= routeOf(this.req);
    observer.onEnd(context, this, performance.now() - context.startedAt);
  }

  server.on('dispatch', (_request: IncomingMessage, response: ServerResponse) => {
    response.on('close', onClose);
    observer.onStart?.();
  });
  server.on('unparsed', observer.onUnparsed);
}

/** The path of an Express route as the OpenAPI document writes it, such as `/v1/pets/{petId}`. */
export function routeTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
