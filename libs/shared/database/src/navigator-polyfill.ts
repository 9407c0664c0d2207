// Node has `navigator` since version 21. pg reads it when it is loaded. Without it, pg creates a `Response` to detect
// Cloudflare Workers, for which Node loads its whole `fetch`: 7 MB.
if (!('navigator' in globalThis)) {
  const [major] = process.versions.node.split('.');
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: `Node.js/${major}` }, configurable: true });
}
