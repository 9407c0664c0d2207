import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { platformErrors, RequestError } from '@petstore/edge/errors';
import { sendError } from '@petstore/edge/error-response';
import { acceptPatchHeaders } from './json/json-body.guard.ts';

/** Route of a request that no route matched. Logs and metrics contain it instead of the path, because the path is arbitrary. */
const unmatchedRoute = 'unmatched';

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

/** What a request has in `response.locals` if a route has its path, but not its method. */
interface Locals {
  allowed?: Set<string>;
}

/** Returns a handler for a path, after its routes: passes on the methods that they have. */
export function allow(methods: ReadonlySet<string>): RequestHandler<object, unknown, unknown, unknown, Locals> {
  return (_request, { locals }, next) => {
    locals.allowed = new Set([...(locals.allowed ?? []), ...methods]);
    next();
  };
}

/**
 * Middleware after all routes. If a route has the path, OPTIONS returns 204 and other methods return 405, both with `Allow`. OPTIONS also
 * lists the media types of PATCH in `Accept-Patch`. An unknown path returns 404, except for a preflight from an allowed origin, which
 * returns 204.
 */
export function respondUnmatched(request: Request, response: Response<unknown, Locals>): void {
  const methods = response.locals.allowed ?? new Set();
  const isOptions = request.method === 'OPTIONS';
  // A script can read the 404 only after a successful preflight.
  const isAllowedPreflight =
    isOptions &&
    request.headers['access-control-request-method'] !== undefined &&
    response.hasHeader('Access-Control-Allow-Origin');
  if (methods.size === 0 && !isAllowedPreflight) {
    return sendError(response, new RequestError(platformErrors.route_not_found));
  }
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  const allow = { Allow: [...methods].join(', ') };
  if (isOptions) {
    const acceptPatch = methods.has('PATCH') ? acceptPatchHeaders : {};
    return void response.writeHead(204, { ...allow, ...acceptPatch }).end();
  }
  const message = `This path answers to ${allow.Allow} only.`;
  sendError(response, new RequestError(platformErrors.method_not_allowed, message, allow));
}
