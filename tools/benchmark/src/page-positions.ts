import { Random } from './random.ts';
import { Disturbed, type Repeats } from './repeats.ts';

/** Where a list goes on: the service has a cursor for it, others the id it comes after. */
export interface Place {
  readonly cursor: string;
  readonly after: number;
  readonly status: string | undefined;
}

export const statuses = ['available', 'pending', 'sold'] as const;

const next = /<([^>]*)>; rel="next"/;

/** The longest page there is. */
export const longestPage = 100;

/** Pages of different lengths, so that places do not fall on a grid. */
const shortestPage = 60;

/**
 * Walks the service's `Link` headers from the first page on: cursors are its own, and can be had in no other way.
 * @param length of the next page
 * @param repeats asks again for a page that the service failed to send
 */
export async function* walk(
  address: string,
  authorization: string,
  status: string | undefined,
  length: () => number,
  repeats: Repeats,
): AsyncGenerator<Place> {
  const query = new URLSearchParams({ limit: String(length()), ...(status !== undefined && { status }) });
  for (let path: string | undefined = `/v1/pets?${query}`; path !== undefined;) {
    const page = () => readPage(address + path, authorization);
    const { pets, following } = await repeats.untilUndisturbed('a page of the walk for cursors', page);
    if (following === undefined) return;
    const url = new URL(following, address);
    yield { cursor: url.searchParams.get('cursor')!, after: pets.at(-1)!.id, status };
    url.searchParams.set('limit', String(length()));
    path = `${url.pathname}${url.search}`;
  }
}

async function readPage(url: string, authorization: string) {
  const response = await fetch(url, { headers: { authorization } });
  if (response.status >= 500) throw new Disturbed(`status ${response.status}`);
  if (!response.ok) throw new Error(`the walk ended with ${response.status} at ${url}`);
  const pets = (await response.json()) as { id: number }[];
  return { pets, following: next.exec(response.headers.get('link') ?? '')?.[1] };
}

/** Places throughout the store, half of them in a list of one status. All lists are walked at a time, for it takes many steps. */
export async function placesOf(address: string, authorization: string, repeats: Repeats): Promise<Place[]> {
  const walks = [undefined, ...statuses].map((status, index) => {
    const random = new Random(index + 1);
    return collected(walk(address, authorization, status, () => random.between(shortestPage, longestPage), repeats));
  });
  const [everywhere = [], ...byStatus] = await Promise.all(walks);
  const filtered = byStatus.flat();
  const count = Math.min(everywhere.length, filtered.length);
  return [...sample(everywhere, count), ...sample(filtered, count)];
}

async function collected(places: AsyncIterable<Place>): Promise<Place[]> {
  const all: Place[] = [];
  for await (const place of places) all.push(place);
  return all;
}

/** Spread evenly over all. */
function sample(places: readonly Place[], count: number): Place[] {
  return Array.from({ length: count }, (_, index) => places[Math.floor((index * places.length) / count)]!);
}
