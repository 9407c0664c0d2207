import { nextPageQuery, noNewCursor } from './next-page.ts';
import type { ParsedResponse } from './parse-response.ts';
import { retryIdempotent } from './retry-policy.ts';
import type { Transport } from './transport.ts';

export interface ListCall {
  /** Relative to the base URL, without query. */
  readonly path: string;
  /** Undefined members are omitted. */
  readonly query: object;
  readonly signal: AbortSignal | undefined;
  readonly isPersistent?: boolean;
}

export interface FetchedPage {
  readonly response: ParsedResponse;
  /** Cursor of the next page; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * Yields the pages of a list. Requests a page when the iteration needs it.
 * @throws PetstoreError `unexpected_response` if a browser hides the link to the next page, or if the link has no cursor or one that
 *   the list has used before, because the list would never end
 */
export async function* fetchPages(
  transport: Transport,
  { path, query, ...options }: ListCall,
): AsyncGenerator<FetchedPage, void, undefined> {
  let currentQuery: URLSearchParams | undefined = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) currentQuery.set(name, String(value));
  const seenCursors = new Set<string | null>([null, currentQuery.get('cursor')]);
  while (currentQuery) {
    const response: ParsedResponse = await transport.send({
      ...options,
      method: 'GET',
      path: currentQuery.size > 0 ? `${path}?${currentQuery}` : path,
      retryPolicy: retryIdempotent,
    });
    currentQuery = nextPageQuery(response.response);
    const nextCursor = currentQuery?.get('cursor');
    if (nextCursor !== undefined) {
      if (seenCursors.has(nextCursor)) throw noNewCursor(response.response);
      seenCursors.add(nextCursor);
    }
    yield { response, nextCursor: nextCursor ?? undefined };
  }
}
