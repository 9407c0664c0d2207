import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import type { Application, NextFunction, Request, Response } from 'express';
import { contextOf } from '@petstore/edge/request-context';
import { platformErrors, RequestError } from '@petstore/edge/errors';
import { sendError } from '@petstore/edge/error-response';
import { acceptPatchHeaders } from './json-body.guard.ts';

/** Route of a request that no route matched. Logs and metrics contain it instead of the path, because the path is arbitrary. */
const unmatchedRoute = 'unmatched';

/** Route of a request that could not be parsed. */
export const unparsedRoute = 'unparsed';

const templates = new Map<string, string>();

/** Returns the template of the route that handled the request; if a middleware of a path responded, that path and `/*`. */
export function routeOf(request: IncomingMessage): string {
  // Express sets both.
  const { route, baseUrl } = request as { route?: { path: string }; baseUrl?: string };
  if (!route) return baseUrl ? `${baseUrl}/*` : unmatchedRoute;
  let template = templates.get(route.path);
  if (template === undefined) templates.set(route.path, (template = templateOf(route.path)));
  return template;
}

/** Converts the path of an Express route to the syntax of OpenAPI: `/v1/pets/:petId` becomes `/v1/pets/{petId}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** A layer of Express' router. The layer of a middleware has no route. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * Middleware before all routes: refuses a request with an invalid head, and responds to OPTIONS, because Express would respond with
 * 200 and a text.
 */
export function checkRequest(request: Request, response: Response, next: NextFunction): void {
  const { headError } = contextOf(request);
  if (headError) sendError(response, headError);
  else if (request.method === 'OPTIONS') respondUnmatched(request.app as Application, request, response);
  else next();
}

/**
 * Responds to a request that no route matched. If a route has the path, OPTIONS returns 204 and other methods return 405, both
 * with `Allow`, which lists the methods of the routes. OPTIONS also lists the media types of PATCH in `Accept-Patch`. An unknown
 * path returns 404, except for a preflight from an allowed origin, which returns 204.
 * @param error what a route outside Nest has thrown
 */
export function respondUnmatched(
  application: Application,
  request: Request,
  response: Response,
  error?: unknown,
): void {
  if (error !== undefined) {
    new Logger().error(error, { requestId: contextOf(request).requestId });
    return sendError(response, new RequestError(platformErrors.internal_error));
  }
  const layers = application.router.stack as unknown as Layer[];
  const routes = layers.flatMap((layer) => (layer.route && layer.match(request.path) ? [layer.route] : []));
  // A script can read the 404 only after a successful preflight.
  const isAllowedPreflight =
    request.headers['access-control-request-method'] !== undefined && response.hasHeader('Access-Control-Allow-Origin');
  if (routes.length === 0 && !isAllowedPreflight) {
    return sendError(response, new RequestError(platformErrors.route_not_found));
  }
  if (routes[0]) contextOf(request).route = templateOf(routes[0].path);
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.has('get')) methods.add('head');
  if (methods.size > 0) methods.add('options');
  const allow = { Allow: [...methods].join(', ').toUpperCase() };
  if (request.method === 'OPTIONS') {
    const acceptPatch = methods.has('patch') ? acceptPatchHeaders : {};
    return void response.writeHead(204, { ...allow, ...acceptPatch }).end();
  }
  const message = `This path answers to ${allow.Allow} only.`;
  sendError(response, new RequestError(platformErrors.method_not_allowed, message, allow));
}
