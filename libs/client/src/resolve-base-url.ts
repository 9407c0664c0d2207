/** The end of the path of every base URL: the version of the API. A gateway may add a path before it. */
const versionPath = '/v1';

const example = `such as https://example.org${versionPath}`;

/**
 * Returns the absolute URL of the service without trailing slashes.
 * @param baseUrl in a browser it may be relative to the page
 * @throws TypeError that says what is wrong and what is allowed, without user name, password, query and fragment of the URL
 */
export function resolveBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) {
    throw new TypeError(`baseUrl is missing: pass the URL of the service, ${example}`);
  }
  const pageUrl = (globalThis as { location?: { href: string } }).location?.href;
  const url = URL.canParse(baseUrl, pageUrl) ? new URL(baseUrl, pageUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    const received = baseUrl.replace(/^.*@|[?#].*$/gs, '…');
    throw new TypeError(`baseUrl must be an absolute http or https URL, ${example}, not ${received}`);
  }
  if (url.username || url.password) {
    throw new TypeError('baseUrl must not contain a user name or a password: the client sends only the apiKey');
  }
  const path = url.pathname.replace(/\/+$/, '');
  const resolved = url.origin + path;
  if (url.search || url.hash) {
    throw new TypeError(`baseUrl must not have a query or a fragment: pass only ${resolved}`);
  }
  if (!path.endsWith(versionPath)) {
    throw new TypeError(`baseUrl must end in ${versionPath}, ${example}, not ${resolved}`);
  }
  return resolved;
}
