import { Events } from './events.ts';
import { Orders } from './orders.ts';
import { Pets } from './pets.ts';
import { Transport, type PetstoreClientOptions } from './transport.ts';

/** A client of one service with one API key. It holds no connection and needs no `close`. */
export class PetstoreClient {
  readonly pets: Pets;

  /** @beta May change or be removed in any release. */
  readonly orders: Orders;

  /** @beta May change or be removed in any release. */
  readonly events: Events;

  /** @throws TypeError that names the missing or invalid option and never contains the key */
  constructor(options: PetstoreClientOptions) {
    const {
      baseUrl,
      apiKey,
      timeout = 10_000,
      retries = 2,
      // The global `fetch` is read at each call, because a page may replace it later.
      fetch = (...request) => {
        if (typeof globalThis.fetch !== 'function')
          throw new TypeError('fetch is not a function: pass it as an option');
        return globalThis.fetch(...request);
      },
      // A program in JavaScript may pass no options.
    }: Partial<PetstoreClientOptions> = options ?? {};
    const resolvedBaseUrl = resolveBaseUrl(baseUrl);
    // The key is checked here, because the error that `Headers` throws contains the value.
    if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
      const allowed = 'visible ASCII characters without spaces';
      throw new TypeError(`apiKey must be an API key, which the operator of the service issues: ${allowed}`);
    }
    if (typeof fetch !== 'function') throw new TypeError('fetch must be a function');
    const transport = new Transport({ baseUrl: resolvedBaseUrl, apiKey, timeout, retries, fetch });
    this.events = new Events(transport);
    this.pets = new Pets(transport, this.events);
    this.orders = new Orders(transport);
  }
}

/**
 * Returns the absolute URL of the service without trailing slashes.
 * @throws TypeError that says what is allowed, without user name, password, query and fragment of the URL
 */
function resolveBaseUrl(baseUrl: string | undefined): string {
  const pageUrl = (globalThis as { location?: { href: string } }).location?.href;
  const url = baseUrl && URL.canParse(baseUrl, pageUrl) ? new URL(baseUrl, pageUrl) : undefined;
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  const hasMore = url && (url.username || url.password || url.search || url.hash);
  // A gateway may add a path before the version of the API.
  if (url && /^https?:$/.test(url.protocol) && !hasMore && path.endsWith('/v1')) return url.origin + path;
  const received = String(baseUrl).replace(/^.*@|[?#].*$/gs, '…');
  throw new TypeError(
    'baseUrl must be the absolute http or https URL of the service, such as https://example.org/v1: it ends in /v1 and has ' +
      `no user name, password, query or fragment; received ${received}`,
  );
}
