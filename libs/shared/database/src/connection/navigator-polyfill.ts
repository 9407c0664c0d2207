// Node has `navigator` since version 21. Without it, pg creates a `Response` to detect Cloudflare Workers, for which Node loads its
// whole `fetch`.
if (!('navigator' in globalThis)) {
  const [major] = process.versions.node.split('.');
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: `Node.js/${major}` }, configurable: true });
}
