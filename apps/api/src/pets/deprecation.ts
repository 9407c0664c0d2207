import type { NextFunction, Request, Response } from 'express';

/** The first release, 2026-11-20, since when `getPet` has been deprecated. */
const since = new Date('2026-11-20T00:00:00Z');

/** When `getPet` is to be removed (specification, "Versioning"). Nothing switches itself off: removal is a release. */
export const sunset = new Date('2030-12-05T00:00:00Z');

/** Makes every answer of `getPet`, refusals included, say that it will go (RFC 9745, RFC 8594) and what to use instead. */
export function announceDeprecation(successor: string, documentation: string) {
  const link = `<${successor}>; rel="successor-version", <${documentation}>; rel="deprecation"; type="text/html"`;
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Deprecation', `@${since.getTime() / 1_000}`);
    response.setHeader('Sunset', sunset.toUTCString());
    response.setHeader('Link', link);
    next();
  };
}
