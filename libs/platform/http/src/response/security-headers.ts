/**
 * What tells browsers that an answer is data: nothing in it runs, nobody frames it, no page of another origin embeds it
 * (reading across origins is the matter of `cross-origin.ts`, and not hindered by this). Of helmet's eleven headers these
 * three say something of data; the others speak of pages and go with those, in `serve-docs.ts`.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;
