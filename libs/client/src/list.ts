import { unexpectedResponse } from './petstore-error.ts';
import type { Transport } from './transport.ts';

export interface ListCall<Item> {
  /** Relative to the base URL, without query. */
  readonly path: string;
  /** Undefined members are omitted. */
  readonly query: { readonly cursor?: string | undefined };
  readonly signal: AbortSignal | undefined;
  readonly isItem: (value: unknown) => value is Item;
  /** Retries each page until it succeeds or fails with an error that is not temporary. */
  readonly isPersistent?: boolean;
}

/** An iterable over the items of a list, in ascending order of id. Each `for await` starts from the beginning. */
export class List<Item, Page> implements AsyncIterable<Item> {
  /** @param toPage creates what `pages` yields. `nextCursor` is undefined on the last page. */
  constructor(
    private readonly transport: Transport,
    private readonly call: ListCall<Item>,
    private readonly toPage: (items: readonly Item[], nextCursor: string | undefined) => Page,
  ) {}

  /** Yields the items. Requests the next page after all items of the current page have been consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.fetchPages()) yield* items;
  }

  /** Yields the pages. @throws PetstoreError, or the reason of `signal` if it is aborted */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for await (const { items, nextCursor } of this.fetchPages()) yield this.toPage(items, nextCursor);
  }

  /**
   * Returns the items as an array: all of them, or the first `max`. Requests only the pages that it needs.
   * @param options.max maximum number of items, because a list can be longer than the memory; Infinity for all
   * @throws TypeError if `max` is not a positive integer or Infinity
   * @throws PetstoreError, or the reason of `signal` if it is aborted
   */
  async toArray(options: { readonly max: number }): Promise<Item[]> {
    // A program in JavaScript may pass nothing.
    const { max }: { max?: number } = options ?? {};
    if (max === undefined || !(max === Infinity || (Number.isInteger(max) && max > 0))) {
      throw new TypeError(`max must be a positive integer or Infinity, not ${max}`);
    }
    const items: Item[] = [];
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }

  /**
   * @throws PetstoreError `unexpected_response` if the link to the next page has no cursor or one that the list has used before,
   *   because the list would never end
   */
  private async *fetchPages(): AsyncGenerator<{ items: Item[]; nextCursor: string | undefined }, void, undefined> {
    const { path, query, signal, isItem, isPersistent } = this.call;
    const isExpected = isArrayOf(isItem);
    const seenCursors = new Set<string | undefined>(['']);
    for (let { cursor } = query; ;) {
      seenCursors.add(cursor);
      const call = { method: 'GET', path, query: { ...query, cursor }, signal, isExpected, isPersistent } as const;
      const { body: items, response } = await this.transport.send(call);
      cursor = nextCursorOf(response);
      if (cursor !== undefined && seenCursors.has(cursor)) throw noNewCursor(response);
      yield { items, nextCursor: cursor };
      if (cursor === undefined) return;
    }
  }
}

export function isArrayOf<Item>(isItem: (value: unknown) => value is Item) {
  return (value: unknown): value is Item[] => Array.isArray(value) && value.every(isItem);
}

/** Matches one link of a header (RFC 8288). Groups: its target and its parameters. */
const linkPattern = /<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;

/**
 * Returns the cursor in the link to the next page: empty if the link has none, undefined if there is no link. The client ignores the
 * rest of the link, because a gateway may serve the API under another path, and because it must send the key only to the base URL.
 * @throws PetstoreError `unexpected_response` if a browser hides the header
 */
export function nextCursorOf(response: Response): string | undefined {
  const { headers, type } = response;
  for (const [, target = '', parameters = ''] of (headers.get('Link') ?? '').matchAll(linkPattern)) {
    if (/;\s*rel\s*=\s*"?next"?\s*(;|$)/i.test(parameters)) {
      return new URLSearchParams(target.split('?')[1]).get('cursor') ?? '';
    }
  }
  // The service sends X-Request-Id with every response. If it is missing from a CORS response, the browser hides Link as well.
  if (type !== 'cors' || headers.has('X-Request-Id')) return undefined;
  throw unexpectedResponse(response, 'its Link header is not exposed to scripts of this origin (CORS).');
}

/** Creates the error for a link to the next page that would repeat pages without end. */
export function noNewCursor(response: Response) {
  return unexpectedResponse(response, 'its link to the next page has no new cursor.');
}
