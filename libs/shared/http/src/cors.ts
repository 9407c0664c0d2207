import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';

const anyOrigin = '*';

/**
 * Returns the options of `enableCors`, so that scripts of these origins can call the service and read its responses. Scripts send
 * their API key themselves, so the responses do not allow credentials of the browser.
 */
export function corsOptions(origins: readonly string[]): CorsOptions {
  return {
    origin: origins.includes(anyOrigin) ? anyOrigin : [...origins],
    // A method that a path does not have returns 405, which the script can read.
    methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
    allowedHeaders: 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id, traceparent',
    exposedHeaders:
      'Accept-Patch, Allow, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
    // Seconds: the maximum of Chromium.
    maxAge: 7_200,
    // `respondUnmatched` responds, with `Allow`.
    preflightContinue: true,
  };
}

/** Parses a comma-separated list of origins, or `*`. Returns undefined for another text. */
export function parseOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((origin) => origin.trim());
  return text.trim() === anyOrigin || origins.every(isOrigin) ? origins : undefined;
}

/**
 * Whether browsers send this text as `Origin`. They normalise origins, so another spelling would never match. The pattern refuses what
 * a URL can contain but no host has, such as the star of `https://*.shop.example`.
 */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
