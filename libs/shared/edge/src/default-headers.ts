/**
 * Headers of every response. Browsers must not run it as a page or script, and caches must not store it. The documentation
 * pages override these headers. `cors.ts` decides whether scripts of another origin may read a response.
 */
export const defaultHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};
