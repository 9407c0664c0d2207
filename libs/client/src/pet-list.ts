import { fetchPages } from './fetch-pages.ts';
import { parsePets } from './parse-response.ts';
import type { ListPetsQuery, Pet } from './pets.types.ts';
import type { Transport } from './transport.ts';

export interface PetPage {
  readonly pets: readonly Pet[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** An iterable over the animals of a list, in ascending order of id. Each `for await` starts from the beginning. */
export class PetList implements AsyncIterable<Pet> {
  /** @param isPersistent retries each page until it succeeds */
  constructor(
    private readonly transport: Transport,
    private readonly query: ListPetsQuery,
    private readonly isPersistent = false,
  ) {}

  /** Yields the animals. Requests the next page after all animals of the current page have been consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Pet, void, undefined> {
    for await (const { pets } of this.pages()) yield* pets;
  }

  /** Yields the pages. @throws PetstoreError, or the reason of `signal` if it is aborted */
  async *pages(): AsyncGenerator<PetPage, void, undefined> {
    const { signal, ...query } = this.query;
    const call = { path: '/pets', query, signal, isPersistent: this.isPersistent };
    for await (const { response, nextCursor } of fetchPages(this.transport, call)) {
      yield { pets: parsePets(response), nextCursor };
    }
  }
}
