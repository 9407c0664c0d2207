import type { Int64 } from './exact-json.ts';
import type { operations } from './openapi.ts';
import { unexpectedResponse } from './petstore-error.ts';
import type { BodyCheck, CallOptions, Transport } from './transport.ts';

/** The parameters of the query of an operation, as the OpenAPI document describes them. Each may also be undefined. */
export type QueryOf<Operation extends keyof operations> = {
  readonly [Name in keyof ParametersOf<Operation>]: ParametersOf<Operation>[Name] | undefined;
};

type ParametersOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** The query of a list or of the event log. */
export interface PageQuery {
  readonly cursor?: string | undefined;
}

/** An iterable over the items of a list, in ascending order of id. Each `for await` starts again, at the cursor of the query or with the first item. */
export class List<Item extends { readonly id: Int64 }, Page> implements AsyncIterable<Item> {
  /** @param toPage creates what `pages` yields. `nextCursor` is undefined on the last page. */
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly query: PageQuery,
    private readonly options: CallOptions,
    private readonly isItem: BodyCheck<Item>,
    private readonly toPage: (items: readonly Item[], nextCursor: string | undefined) => Page,
  ) {}

  /** Yields the items. Requests the next page after all items of the current page have been consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.requestPages()) yield* items;
  }

  /** Yields the pages. @throws PetstoreError, or the reason of `signal` if it is aborted */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for await (const { items, nextCursor } of this.requestPages()) yield this.toPage(items, nextCursor);
  }

  /**
   * Returns the items as an array: all of them, or the first `max`. Requests only the pages that it needs.
   * @param options.max maximum number of items, because a list can be longer than the memory; Infinity for all
   * @throws TypeError if `max` is not a positive integer or Infinity, or what `pages` throws
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

  private async *requestPages() {
    let { cursor } = this.query;
    let lastId: Int64 = -Infinity;
    do {
      const query = { ...this.query, cursor };
      const page = await requestPage(this.transport, this.path, query, this.options, this.isItem);
      const id = page.items.at(-1)?.id;
      // A page ends with a greater id than the page before, and an empty page is the last. Otherwise the links may lead in a circle.
      const isNew = id === undefined ? page.nextCursor === undefined : id > lastId;
      if (!isNew) throw notNew(page.response);
      lastId = id ?? lastId;
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
}

/**
 * Requests one page of a list or of the event log.
 * @returns the items, the response, and the cursor of the next page; `nextCursor` is undefined if there is no link to a next page
 * @throws PetstoreError `unexpected_response` if the link has no cursor, or a browser hides the header
 */
export async function requestPage<Item>(
  transport: Transport,
  path: string,
  query: PageQuery,
  options: CallOptions,
  isItem: BodyCheck<Item>,
) {
  const isExpected = (body: unknown): body is Item[] => Array.isArray(body) && body.every(isItem);
  const { body: items, response } = await transport.send({ path, query, isExpected }, options);
  const nextCursor = nextCursorOf(response);
  if (nextCursor === '') throw notNew(response);
  return { items, nextCursor, response };
}

/** Creates the error for links that would be followed without end. */
export function notNew(response: Response) {
  return unexpectedResponse(response, 'the links to the next page do not lead to new items.');
}

/** Matches one link of a header (RFC 8288). Groups: its target and its parameters. */
const linkPattern = /<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;

/**
 * Returns the cursor in the link to the next page: empty if the link has none, undefined if there is no link. The client ignores the
 * rest of the link, because a gateway may serve the API under another path, and because it must send the key only to the base URL.
 */
function nextCursorOf(response: Response): string | undefined {
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
