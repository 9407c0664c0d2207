import { parsePets, unexpectedResponse } from './parse-response.ts';
import { findLinkTarget } from './link-header.ts';
import type { ListPetsQuery, Pet } from './pets.types.ts';
import { retryRead } from './retry-policy.ts';
import type { Transport } from './transport.ts';

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** An iterable over the animals of a list, in ascending order of id. Each `for await` starts from the beginning. */
export class PetList implements AsyncIterable<Pet> {
  constructor(
    private readonly transport: Transport,
    private readonly query: ListPetsQuery,
  ) {}

  /** Yields the animals. Requests the next page after all animals of the current page have been consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Pet, void, undefined> {
    for await (const { pets } of this.pages()) yield* pets;
  }

  /** Yields the pages. @throws PetstoreError, or the reason of `signal` if it is aborted */
  async *pages(): AsyncGenerator<PetPage, void, undefined> {
    const { signal, ...query } = this.query;
    let currentQuery = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) currentQuery.set(name, String(value));
    const seenCursors = new Set<string | null>([null, currentQuery.get('cursor')]);
    for (;;) {
      const path = currentQuery.size > 0 ? `/pets?${currentQuery}` : '/pets';
      const response = await this.transport.send({ method: 'GET', path, signal, retryPolicy: retryRead });
      const nextQuery = nextPageQuery(response.response, seenCursors);
      yield { pets: parsePets(response), nextCursor: nextQuery?.get('cursor') ?? undefined };
      if (!nextQuery) return;
      currentQuery = nextQuery;
    }
  }
}

/**
 * Returns the query of the link to the next page; undefined on the last page. Ignores the rest of the link, because a gateway
 * may serve the API under another path, and because the client must send the key only to the base URL.
 * @throws PetstoreError `unexpected_response` if a browser hides the header, or if the link has no cursor or one in `seenCursors`,
 *   because the list would never end
 */
function nextPageQuery(response: Response, seenCursors: Set<string | null>): URLSearchParams | undefined {
  const { headers, type } = response;
  const target = findLinkTarget('next', headers.get('Link'));
  if (target === undefined) {
    // The service sends X-Request-Id with every response. If it is missing from a CORS response, the browser hides Link as well.
    if (type !== 'cors' || headers.has('X-Request-Id')) return undefined;
    throw unexpectedResponse(response, 'its Link header is not exposed to scripts of this origin (CORS).');
  }
  const nextQuery = new URLSearchParams(target.split('?')[1]);
  const cursor = nextQuery.get('cursor');
  if (seenCursors.has(cursor)) throw unexpectedResponse(response, 'its link to the next page has no new cursor.');
  seenCursors.add(cursor);
  return nextQuery;
}
