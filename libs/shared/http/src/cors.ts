import type { IncomingMessage, ServerResponse } from 'node:http';

const anyOrigin = '*';

/** Methods that a script may use. A method that a path does not have returns 405, which the script can read. */
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Request headers that a script may send. */
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent';

/** Response headers that a script may read, in addition to those that browsers always allow. */
const exposedHeaders =
  'Accept-Patch, Allow, Deprecation, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id';

/** Seconds for which a browser caches a preflight: the maximum of Chromium. */
const preflightMaxAge = 7_200;

/**
 * Returns a function that sets the CORS headers of a response, so that scripts of these origins can call the service and read
 * its responses. Scripts send their API key themselves, so the responses do not allow credentials of the browser.
 */
export function corsHeaders(origins: readonly string[]): (request: IncomingMessage, response: ServerResponse) => void {
  const isAnyAllowed = origins.includes(anyOrigin);
  return (request, response) => {
    // Set on every response, because a cache must not use a response for a request with another origin or without one.
    if (!isAnyAllowed) response.setHeader('Vary', 'Origin');
    const allowed = isAnyAllowed ? anyOrigin : origins.find((origin) => origin === request.headers.origin);
    if (allowed === undefined) return;
    response.setHeader('Access-Control-Allow-Origin', allowed);
    if (!isPreflight(request)) return void response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    response.setHeader('Access-Control-Allow-Methods', allowedMethods);
    response.setHeader('Access-Control-Allow-Headers', allowedHeaders);
    response.setHeader('Access-Control-Max-Age', preflightMaxAge);
  };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Parses a comma-separated list of origins, or `*`. Returns undefined for another text. */
export function parseOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((origin) => origin.trim());
  return text.trim() === anyOrigin || origins.every(isOrigin) ? origins : undefined;
}

/** Whether browsers send this text as `Origin`. They normalise origins, so another spelling would never match. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
