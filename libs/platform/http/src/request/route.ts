/** Logged instead of the path of a request that no route matched, because the client can send any path. */
export const unmatchedRoute = 'unmatched';

/** Logged as the route of a request that could not be parsed. */
export const unparsedRoute = 'unparsed';

/** The path of an Express route as the OpenAPI document writes it, such as `/v1/pets/{petId}`. */
export function routeTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
