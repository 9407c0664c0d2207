import type { NextFunction, Request, Response } from 'express';
import { docsPath, petsPath } from '../paths.ts';

/** The first release, 2026-11-20, since when `getPet` has been deprecated. */
const deprecatedSince = new Date('2026-11-20T00:00:00Z');

/** When `getPet` is to be removed (specification, "Versioning"). Nothing switches itself off: removal is a release. */
export const sunset = new Date('2030-12-05T00:00:00Z');

/** The same as people and the document write it. */
export const sunsetDate = sunset.toISOString().slice(0, 10);

/** What to use instead, and where to read about it. */
export const deprecationLinks = `<${petsPath}>; rel="successor-version", <${docsPath}#/pets/getPet>; rel="deprecation"; type="text/html"`;

/** `Deprecation` as RFC 9745 writes a date. */
export const deprecation = `@${deprecatedSince.getTime() / 1_000}`;

/** Makes every answer of `getPet`, refusals included, say that it will go (RFC 9745, RFC 8594) and what to use instead. */
export function announceDeprecation(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Deprecation', deprecation);
  response.setHeader('Sunset', sunset.toUTCString());
  response.setHeader('Link', deprecationLinks);
  next();
}
