import { Pets } from './pets.ts';
import { Transport } from './transport.ts';

export interface PetstoreClientOptions {
  /** Where the service is, up to and with `/v1`; in a browser also from the page's address on. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds an attempt may take, its answer included: 10000 when left out. */
  readonly timeout?: number | undefined;
  /** How often a call that failed is repeated at most, where that may help: 2 when left out, 0 is never. */
  readonly retries?: number | undefined;
  /** What sends requests: the platform's own `fetch` when left out. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Beyond this, timers fire at once. */
const longestTimeout = 2 ** 31 - 1;

/** A client of one service with one API key. It holds no connection, so there is nothing to close. */
export class PetstoreClient {
  readonly pets: Pets;

  /** @throws TypeError naming the option that is wrong, never with the key */
  constructor({
    baseUrl,
    apiKey,
    timeout = 10_000,
    retries = 2,
    // Looked up at each call, so that what is put in its place later is seen.
    fetch = (...request) => globalThis.fetch(...request),
  }: PetstoreClientOptions) {
    // Before a header is made of it: platforms put a faulty header's value into their error.
    if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be visible ASCII characters without spaces');
    }
    if (!(timeout >= 1 && timeout <= longestTimeout)) {
      throw new TypeError(`timeout must be 1 to ${longestTimeout} milliseconds, not ${timeout}`);
    }
    if (!(Number.isInteger(retries) && retries >= 0)) {
      throw new TypeError(`retries must be an integer from 0 on, not ${retries}`);
    }
    const transport = new Transport({ baseUrl: absolute(baseUrl), apiKey, timeout, retries, fetch });
    this.pets = new Pets(transport);
  }
}

function absolute(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  if (!URL.canParse(baseUrl, page)) throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`);
  const { origin, pathname } = new URL(baseUrl, page);
  if (!/^https?:/.test(origin)) throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`);
  return origin + pathname.replace(/\/+$/, '');
}
