import type { ServerResponse } from 'node:http';

/**
 * Headers of every response, error responses included: caches must not store it, and browsers must treat it as data. Of
 * helmet's eleven headers, the first three concern data. The others concern pages: the documentation sets those and overrides
 * these. Whether another origin may read a response is decided in `cors.ts`.
 */
export const defaultHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

const entries = Object.entries(defaultHeaders);

export function setDefaultHeaders(response: ServerResponse): void {
  for (const [name, value] of entries) response.setHeader(name, value);
}
