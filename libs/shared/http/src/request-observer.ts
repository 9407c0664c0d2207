import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { contextOf, type RequestContext } from './request-context.ts';
import type { HttpError } from './errors.ts';

/** Route of a request that no route matched. Logs and metrics contain it instead of the path, because the path is arbitrary. */
const unmatchedRoute = 'unmatched';

/** Route of a request that could not be parsed. */
export const unparsedRoute = 'unparsed';

/** Gets every request of a server, including those that no operation handles. */
export interface RequestObserver {
  onStart?(): void;
  /**
   * Called when the response has ended or the client has disconnected.
   * @param duration milliseconds since the request was dispatched
   */
  onEnd(context: RequestContext, response: ServerResponse, duration: number): void;
  /**
   * Called when a request was refused because it could not be parsed.
   * @param peerAddress address of the connection's peer; undefined if the server does not record addresses
   */
  onUnparsed(error: HttpError, requestId: string, peerAddress: string | undefined): void;
}

/** Calls the observer for the requests of a server. Creates no object and no closure per request, to save CPU. */
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

/** Converts the path of an Express route to the syntax of OpenAPI: `/v1/pets/:petId` becomes `/v1/pets/{petId}`. */
export function routeTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
