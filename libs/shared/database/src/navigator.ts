// What Node has since version 21. pg asks for it when it is loaded; where nothing answers, it makes a `Response` to find out
// whether it runs at Cloudflare, and Node loads all of its `fetch` for that: 7 MB.
if (!('navigator' in globalThis)) {
  const [major] = process.versions.node.split('.');
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: `Node.js/${major}` }, configurable: true });
}
