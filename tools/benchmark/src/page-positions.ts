import { Client, listPets, PageNotRead, type PetJson, readPage } from '@petstore/driver';
import { Random } from './random.ts';
import { InvalidMeasurement, type Repeats } from './repeats.ts';

/** Position at which a list continues. This service needs its cursor, the other servers the id before the page. */
export interface PagePosition {
  readonly cursor: string;
  readonly after: number;
  readonly status: string | undefined;
}

export const statuses = ['available', 'pending', 'sold'] as const;

/** Maximum `limit` of the API. */
export const maxPageLength = 100;

/** The pages differ in length, so that the distances between the positions differ too. */
const minPageLength = 60;

/**
 * Yields the position after each page. Follows the `Link` headers of this service, because only the service can create cursors.
 * @param key a valid API key
 * @param length called for the length of each page
 * @param repeats repeats the request for a page after a 5xx
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
      const { items, next } = await repeats.measure('a page for its cursor', () => readForRepeats(client, path));
      if (next === undefined) return;
      const url = new URL(next, address);
      yield { cursor: url.searchParams.get('cursor')!, after: items.at(-1)!.id, status };
      url.searchParams.set('limit', String(length()));
      path = `${url.pathname}${url.search}`;
    }
  } finally {
    client.close();
  }
}

/** @throws InvalidMeasurement if the status is 500 or higher */
async function readForRepeats(client: Client, path: string) {
  try {
    return await readPage<PetJson>(client, path);
  } catch (error) {
    if (error instanceof PageNotRead && error.status >= 500) throw new InvalidMeasurement(`status ${error.status}`);
    throw error;
  }
}

/**
 * Returns positions throughout the table. Half of them are in lists with a status filter. Reads all lists concurrently, to save
 * time.
 * @param maxPages maximum number of pages of each list, from its start
 */
export async function readPagePositions(
  address: string,
  key: string,
  repeats: Repeats,
  maxPages = Infinity,
): Promise<PagePosition[]> {
  const reading = [undefined, ...statuses].map((status, index) => {
    const random = new Random(index + 1);
    return collect(
      walkPages(address, key, status, () => random.between(minPageLength, maxPageLength), repeats),
      maxPages,
    );
  });
  const [unfiltered = [], ...byStatus] = await Promise.all(reading);
  const filtered = byStatus.flat();
  const count = Math.min(unfiltered.length, filtered.length);
  return [...sample(unfiltered, count), ...sample(filtered, count)];
}

async function collect(positions: AsyncIterable<PagePosition>, max: number): Promise<PagePosition[]> {
  const all: PagePosition[] = [];
  for await (const position of positions) {
    all.push(position);
    if (all.length >= max) break;
  }
  return all;
}

/** Returns evenly spaced elements. */
function sample(positions: readonly PagePosition[], count: number): PagePosition[] {
  return Array.from({ length: count }, (_, index) => positions[Math.floor((index * positions.length) / count)]!);
}
