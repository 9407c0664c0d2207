import { Pets } from './pets.ts';
import { Transport } from './transport.ts';

export interface PetstoreClientOptions {
  /** URL of the service, including `/v1`. In a browser it may be relative to the page. Its query and fragment are ignored. */
  readonly baseUrl: string;
  /** Sent as bearer token, only to `baseUrl`. */
  readonly apiKey: string;
  /** Maximum time of one attempt in milliseconds, including the body of the response: 1 to 2147483647, by default 10000. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a call; by default 2. */
  readonly retries?: number | undefined;
  /** Sends the requests; by default the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Milliseconds. A timer with a longer delay fires immediately. */
const maxTimeout = 2 ** 31 - 1;

/** A client of one service with one API key. It holds no connection and needs no `close`. */
export class PetstoreClient {
  readonly pets: Pets;

  /** @throws TypeError that names the invalid option and never contains the key */
  constructor({
    baseUrl,
    apiKey,
    timeout = 10_000,
    retries = 2,
    // The global `fetch` is read at each call, because a page may replace it later.
    fetch = (...request) => globalThis.fetch(...request),
  }: PetstoreClientOptions) {
    // The key is checked here, because the error that `Headers` throws contains the value.
    if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be visible ASCII characters without spaces');
    }
    if (!(timeout >= 1 && timeout <= maxTimeout)) {
      throw new TypeError(`timeout must be 1 to ${maxTimeout} milliseconds, not ${timeout}`);
    }
    if (!(Number.isInteger(retries) && retries >= 0)) {
      throw new TypeError(`retries must be 0 or a positive integer, not ${retries}`);
    }
    const transport = new Transport({ baseUrl: resolveBaseUrl(baseUrl), apiKey, timeout, retries, fetch });
    this.pets = new Pets(transport);
  }
}

/** Returns the URL without query, fragment and trailing slashes. @throws TypeError */
function resolveBaseUrl(baseUrl: string): string {
  const pageUrl = (globalThis as { location?: { href: string } }).location?.href;
  const url = URL.canParse(baseUrl, pageUrl) ? new URL(baseUrl, pageUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
