import { parsePets, unexpectedResponse } from './parse-response.ts';
import { linkTo } from './link-header.ts';
import type { ListPetsQuery, Pet } from './pets.types.ts';
import { retryRead } from './retry-policy.ts';
import type { Transport } from './transport.ts';

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** The animals of a list in ascending order of id. Each `for await` starts from the beginning. */
export class PetList implements AsyncIterable<Pet> {
  constructor(
    private readonly transport: Transport,
    private readonly query: ListPetsQuery,
  ) {}

  /** Yields the animals. Requests a page after the animals of the page before have been consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Pet, void, undefined> {
    for await (const { pets } of this.pages()) yield* pets;
  }

  /** Yields the pages. */
  async *pages(): AsyncGenerator<PetPage, void, undefined> {
    const { signal, ...query } = this.query;
    let here = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) here.set(name, String(value));
    for (;;) {
      const path = here.size > 0 ? `/pets?${here}` : '/pets';
      const answer = await this.transport.send({ method: 'GET', path, signal, retryPolicy: retryRead });
      const next = nextPage(answer.response, here);
      yield { pets: parsePets(answer), nextCursor: next?.get('cursor') ?? undefined };
      if (!next) return;
      here = next;
    }
  }
}

/**
 * Returns the query of the link to the next page. The rest of the link's target is ignored, because a gateway may serve the
 * API under another path, and because the key must be sent only to the base URL.
 */
function nextPage(response: Response, here: URLSearchParams): URLSearchParams | undefined {
  const { headers, type } = response;
  const target = linkTo('next', headers.get('Link'));
  if (target === undefined) {
    // The service sends X-Request-Id with every response. If a browser hides it, it would hide the link too.
    if (type !== 'cors' || headers.has('X-Request-Id')) return undefined;
    throw unexpectedResponse(response, 'its Link header is not exposed to pages of this origin.');
  }
  const next = new URLSearchParams(target.split('?')[1]);
  if (next.get('cursor') === here.get('cursor'))
    throw unexpectedResponse(response, 'its link to the next page leads to the same page.');
  return next;
}
