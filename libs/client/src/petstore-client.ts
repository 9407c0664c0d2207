import { Pets } from './pets.ts';
import { Transport } from './transport.ts';

export interface PetstoreClientOptions {
  /** URL of the service, including `/v1`. In a browser it may be relative to the page. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Maximum time of an attempt including the response, in milliseconds; by default 10000. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a call; by default 2. */
  readonly retries?: number | undefined;
  /** Sends the requests; by default the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Timers with a longer delay fire immediately. */
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
    // Looked up at each call, so that a later replacement is used.
    fetch = (...request) => globalThis.fetch(...request),
  }: PetstoreClientOptions) {
    // Checked before it becomes a header, because errors about invalid headers contain the value.
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

function resolveBaseUrl(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  if (!URL.canParse(baseUrl, page)) throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`);
  const { origin, pathname } = new URL(baseUrl, page);
  if (!/^https?:/.test(origin)) throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`);
  return origin + pathname.replace(/\/+$/, '');
}
