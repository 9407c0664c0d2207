import { petsOf, unexpected } from './answers.ts';
import { linkTo } from './link-header.ts';
import type { ListPetsQuery, Pet } from './pets.types.ts';
import { repeatRead } from './repeating.ts';
import type { Transport } from './transport.ts';

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Where the next page begins, for `list({ cursor })` at another time; nothing on the last page. */
  readonly nextCursor: string | undefined;
}

/** The animals of a list, in ascending order of id; each `for await` is a walk of its own from the beginning. */
export class PetList implements AsyncIterable<Pet> {
  constructor(
    private readonly transport: Transport,
    private readonly query: ListPetsQuery,
  ) {}

  /** One animal after the other; a page is asked for when the one before is used up. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Pet, void, undefined> {
    for await (const { pets } of this.pages()) yield* pets;
  }

  /** Page by page, along the links from each to the next. */
  async *pages(): AsyncGenerator<PetPage, void, undefined> {
    const { signal, ...query } = this.query;
    let here = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) here.set(name, String(value));
    for (;;) {
      const path = here.size > 0 ? `/pets?${here}` : '/pets';
      const answer = await this.transport.send({ method: 'GET', path, signal, repeatable: repeatRead });
      const next = nextPage(answer.response, here);
      yield { pets: petsOf(answer), nextCursor: next?.get('cursor') ?? undefined };
      if (!next) return;
      here = next;
    }
  }
}

/**
 * The query that the link to the next page bears. The rest of its target stays unused: a gateway may have the service
 * under another path than it knows of, and the key goes nowhere but to the base address.
 */
function nextPage(response: Response, here: URLSearchParams): URLSearchParams | undefined {
  const { headers, type } = response;
  const target = linkTo('next', headers.get('Link'));
  if (target === undefined) {
    // Every answer of the service bears an id: where it cannot be read, neither could a link, and the walk would end here.
    if (type !== 'cors' || headers.has('X-Request-Id')) return undefined;
    throw unexpected(response, 'its Link header is not exposed to pages of this origin.');
  }
  const next = new URLSearchParams(target.split('?')[1]);
  if (next.get('cursor') === here.get('cursor')) throw unexpected(response, 'its next page is this one again.');
  return next;
}
