import type { IncomingMessage } from 'node:http';

/** What Express leaves on a request: the route that took it, or where the middleware that answered it is mounted. */
interface Routed {
  readonly route?: { readonly path: string };
  readonly baseUrl?: string;
}

/** Stands for every path that nothing took: the path itself is the client's, and could be anything. */
export const unmatched = 'unmatched';

/** Stands for what never became a request. */
export const unparsed = 'unparsed';

const templates = new Map<string, string>();

/** The route that took the request, as the document writes it, such as `/v1/pets/{petId}`. */
export function routeOf(request: IncomingMessage): string {
  const { route, baseUrl } = request as Routed;
  if (!route) return baseUrl ? `${baseUrl}/*` : unmatched;
  const known = templates.get(route.path);
  if (known !== undefined) return known;
  const template = route.path.replace(/:(\w+)/g, '{$1}');
  templates.set(route.path, template);
  return template;
}
