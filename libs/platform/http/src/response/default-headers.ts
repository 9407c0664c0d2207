/**
 * Headers of every response: caches must not store it, and browsers must treat it as data. Of helmet's eleven headers, the
 * first three concern data. The documentation sets the others, which concern pages, and overrides these. `cors.ts` decides
 * whether another origin may read a response.
 */
export const defaultHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};
