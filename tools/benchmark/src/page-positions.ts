import { Client, listPets, PageNotRead, readPage } from '@petstore/driver';
import { Random } from './random.ts';
import { Interfered, type Repeats } from './repeats.ts';

/** Where a list continues: this service needs its cursor, the other servers the id before the page. */
export interface PagePosition {
  readonly cursor: string;
  readonly after: number;
  readonly status: string | undefined;
}

export const statuses = ['available', 'pending', 'sold'] as const;

export const maxPageLength = 100;

/** The walked pages differ in length, so that the positions are not equidistant. */
const minPageLength = 60;

/**
 * Follows the `Link` headers of this service from the first page on, because only the service can create its cursors.
 * @param key a valid API key
 * @param length called for the length of each page
 * @param repeats repeats a page for which the service returned an error
 */
export async function* walkPages(
  address: string,
  key: string,
  status: string | undefined,
  length: () => number,
  repeats: Repeats,
): AsyncGenerator<PagePosition> {
  const client = new Client(() => address, key);
  try {
    for (let { path } = listPets({ limit: length(), status }); ;) {
      const { pets, next } = await repeats.measure('a page of the walk for cursors', () => readOrRepeat(client, path));
      if (next === undefined) return;
      const url = new URL(next, address);
      yield { cursor: url.searchParams.get('cursor')!, after: pets.at(-1)!.id, status };
      url.searchParams.set('limit', String(length()));
      path = `${url.pathname}${url.search}`;
    }
  } finally {
    client.close();
  }
}

async function readOrRepeat(client: Client, path: string) {
  try {
    return await readPage(client, path);
  } catch (error) {
    if (error instanceof PageNotRead && error.status >= 500) throw new Interfered(`status ${error.status}`);
    throw error;
  }
}

/** Returns positions throughout the table, half of them in lists of one status. Walks all lists concurrently, to save time. */
export async function readPagePositions(address: string, key: string, repeats: Repeats): Promise<PagePosition[]> {
  const walks = [undefined, ...statuses].map((status, index) => {
    const random = new Random(index + 1);
    return collect(walkPages(address, key, status, () => random.between(minPageLength, maxPageLength), repeats));
  });
  const [unfiltered = [], ...byStatus] = await Promise.all(walks);
  const filtered = byStatus.flat();
  const count = Math.min(unfiltered.length, filtered.length);
  return [...sample(unfiltered, count), ...sample(filtered, count)];
}

async function collect(positions: AsyncIterable<PagePosition>): Promise<PagePosition[]> {
  const all: PagePosition[] = [];
  for await (const position of positions) all.push(position);
  return all;
}

/** Evenly spaced. */
function sample(positions: readonly PagePosition[], count: number): PagePosition[] {
  return Array.from({ length: count }, (_, index) => positions[Math.floor((index * positions.length) / count)]!);
}
