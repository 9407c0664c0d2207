import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { contextOf } from '@petstore/http/context/request-context';
import { documentationPaths } from '@petstore/openapi/ui/paths';
import { petsPath } from './pets.paths.ts';

/** The first release, 2026-11-20, since when `getPet` has been deprecated. */
const deprecatedSince = new Date('2026-11-20T00:00:00Z');

/** When `getPet` is to be removed (specification, "Versioning"). Nothing switches itself off: removal is a release. */
export const sunset = new Date('2030-12-05T00:00:00Z');

/** The same as people and the document write it. */
export const sunsetDate = sunset.toISOString().slice(0, 10);

/** What to use instead, and where to read about it. */
export const deprecationLinks = `<${petsPath}>; rel="successor-version", <${documentationPaths.page}#/pets/getPet>; rel="deprecation"; type="text/html"`;

/** `Deprecation` as RFC 9745 writes a date. */
export const deprecation = `@${deprecatedSince.getTime() / 1_000}`;

const sunsetText = sunset.toUTCString();

const deprecated = new Set<unknown>();

/** Marks an operation that will go. */
export function Deprecated(): MethodDecorator {
  return (_controller, _name, { value: operation }) => void deprecated.add(operation);
}

/**
 * Makes every answer of such an operation, refusals included, say that it will go (RFC 9745, RFC 8594) and what to use
 * instead: stands before all who refuse, and refuses nobody.
 */
export class DeprecationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (deprecated.has(context.getHandler())) {
      const http = context.switchToHttp();
      announce(http.getRequest(), http.getResponse());
    }
    return true;
  }
}

function announce(request: IncomingMessage, response: ServerResponse): void {
  contextOf(request).isDeprecated = true;
  response.setHeader('Deprecation', deprecation);
  response.setHeader('Sunset', sunsetText);
  response.setHeader('Link', deprecationLinks);
}
