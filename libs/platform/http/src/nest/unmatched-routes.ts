import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';
import { grantsPreflight } from '../response/cors.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';

interface Route {
  readonly methods: Readonly<Record<string, boolean>>;
}

interface Layer {
  readonly route?: Route;
  match(path: string): boolean;
}

/**
 * For what no route took: a known path answers OPTIONS with 204 and other methods with 405, both with `Allow`, made
 * from the routes themselves; an unknown path is 404.
 */
export function answerKnownPaths(application: Application): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const routes = routesAt(application, request.path);
    const headers = { Allow: methodsOf(routes).join(', ') };
    // Wherever it leads: a script can read its 404 only when the preflight was none.
    const isGranted = grantsPreflight(response);
    if (routes.length === 0 && !isGranted) {
      return next(new RequestError(platformErrors.route_not_found));
    }
    request.route = routes[0];
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    next(new RequestError(platformErrors.method_not_allowed, `This path answers to ${headers.Allow} only.`, headers));
  };
}

function routesAt(application: Application, path: string): Route[] {
  const layers = application.router.stack as unknown as Layer[];
  return layers.filter((layer) => layer.route && layer.match(path)).map(({ route }) => route as Route);
}

function methodsOf(routes: Route[]): string[] {
  if (routes.length === 0) return [];
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.has('get')) methods.add('head');
  return [...methods, 'options'].map((method) => method.toUpperCase());
}
