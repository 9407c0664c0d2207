import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from './api-error.ts';
import { grantsPreflight } from './cross-origin.ts';
import { errorCatalogue } from './error-catalogue.ts';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * For what no route took: a known path answers OPTIONS with 204 and other methods with 405, both with `Allow`, made
 * from the routes themselves; an unknown path is 404.
 */
export function answerKnownPaths(application: Application): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const allowed = methodsAt(application, request.path);
    const headers = { Allow: allowed.join(', ') };
    // Wherever it leads: a script can read its 404 only when the preflight was none.
    const isGranted = grantsPreflight(response);
    if (allowed.length === 0 && !isGranted) {
      return next(new ApiError('route_not_found', errorCatalogue.route_not_found.meaning));
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    next(new ApiError('method_not_allowed', `This path answers to ${headers.Allow} only.`, headers));
  };
}

function methodsAt(application: Application, path: string): string[] {
  const layers = application.router.stack as unknown as Layer[];
  const routes = layers.filter((layer) => layer.route && layer.match(path));
  const methods = new Set(routes.flatMap(({ route }) => Object.keys(route?.methods ?? {})));
  if (methods.size === 0) return [];
  if (methods.has('get')) methods.add('head');
  return [...methods, 'options'].map((method) => method.toUpperCase());
}
