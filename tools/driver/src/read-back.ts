import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { OrderJson } from './order-json.ts';
import type { PetJson } from './pet-json.ts';
import { type ApiRequest, get, listOrders, listPets } from './requests.ts';

/** Milliseconds before the client requests a page again. */
const pause = 100;

/** Largest `limit` of the API. */
const pageSize = 100;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Request target of the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** The response to the request for a page was not 200. */
export class PageNotRead extends Error {
  constructor(
    path: string,
    /** 0 if no response was received. */
    readonly status: number,
    code: string,
  ) {
    super(`GET ${path} returned ${status} ${code}`.trimEnd());
  }
}

/**
 * Reads one page of a list and its `Link` to the next page.
 * @throws PageNotRead if the response is not 200
 */
export async function readPage<Item>(client: Client, path: string): Promise<Page<Item>> {
  const { status, text, code, headers } = await client.send(get(path));
  if (status !== 200) throw new PageNotRead(path, status, code);
  const next = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  return { items: JSON.parse(text) as Item[], next };
}

/** Reads all pets. @throws PageNotRead as `readAll` does */
export function readBack(client: Client): Promise<PetJson[]> {
  return readAll(client, listPets({ limit: pageSize }));
}

/** Reads all orders. @throws PageNotRead as `readAll` does */
export function readBackOrders(client: Client): Promise<OrderJson[]> {
  return readAll(client, listOrders({ limit: pageSize }));
}

/**
 * Reads a list page by page. Requests a page again after 503, because callers need all stored items.
 * @param first request for the first page
 * @throws PageNotRead if a response is neither 200 nor 503
 */
async function readAll<Item>(client: Client, first: ApiRequest): Promise<Item[]> {
  const items: Item[] = [];
  for (let path: string | undefined = first.path; path !== undefined;) {
    const page: Page<Item> | undefined = await readPage<Item>(client, path).catch(async (error: unknown) => {
      if (!(error instanceof PageNotRead) || error.status !== 503) throw error;
      await delay(pause);
      return undefined;
    });
    if (!page) continue;
    items.push(...page.items);
    path = page.next;
  }
  return items;
}
