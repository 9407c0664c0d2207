import { InvalidSetting } from '@petstore/settings';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contextOf } from '../context/request-context.ts';

const anyOrigin = '*';

/** Seconds that a browser may remember a preflight for; Chromium remembers none longer. */
const preflightMaxAge = 7_200;

/** The headers that scripts of other origins may send. */
const preflightHeaders = Object.entries({
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent',
  'Access-Control-Max-Age': String(preflightMaxAge),
});

/** What they may read, beside the few headers that browsers show by themselves. */
const answerHeaders = Object.entries({
  'Access-Control-Expose-Headers':
    'Allow, Deprecation, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
});

/**
 * Lets scripts of these origins call the service and read what it answers, refusals included (CORS). Keys are sent by the
 * script itself, so browsers are never asked for credentials of their own.
 * @param methods returns the methods that the routes of the service have; it is called for each preflight
 */
export function corsHeaders(
  origins: readonly string[],
  methods: () => readonly string[],
): (request: IncomingMessage, response: ServerResponse) => void {
  const isAnyAllowed = origins.includes(anyOrigin);
  return (request, response) => {
    // On every answer, so that no cache gives one origin what was meant for another, or for none.
    if (!isAnyAllowed) response.setHeader('Vary', 'Origin');
    const allowed = isAnyAllowed ? anyOrigin : origins.find((origin) => origin === request.headers.origin);
    if (allowed === undefined) return;
    response.setHeader('Access-Control-Allow-Origin', allowed);
    const context = contextOf(request);
    context.isPreflightGranted = isPreflight(request);
    if (context.isPreflightGranted) response.setHeader('Access-Control-Allow-Methods', methods().join(', '));
    const headers = context.isPreflightGranted ? preflightHeaders : answerHeaders;
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

/** A browser's question whether a script may send what it wants to; any other OPTIONS is one about the path. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/**
 * The origins that a variable names; none when it is not set.
 * @throws InvalidSetting
 */
export function originsOf(variable: string, read: string | undefined): readonly string[] {
  if (!read) return [];
  const origins = read.split(',').map((origin) => origin.trim());
  if (read.trim() === anyOrigin || origins.every(isOrigin)) return origins;
  const form = 'scheme://host[:port], as browsers send them: http or https, in lower case, without a default port';
  throw new InvalidSetting(variable, read, `* or a comma-separated list of origins (${form})`);
}

/** Whether a browser could send it: any other spelling of the same origin would never match. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
