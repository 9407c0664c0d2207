import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { PetJson } from './pet-json.ts';
import { get, listPets } from './requests.ts';

/** Milliseconds before the client requests a page again. */
const pause = 100;

export interface Page {
  readonly pets: readonly PetJson[];
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
export async function readPage(client: Client, path: string): Promise<Page> {
  const { status, text, code, headers } = await client.send(get(path));
  if (status !== 200) throw new PageNotRead(path, status, code);
  const next = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  return { pets: JSON.parse(text) as PetJson[], next };
}

/**
 * Reads all pets, page by page. Requests a page again after 503, because callers need all stored pets.
 * @throws PageNotRead if a response is neither 200 nor 503
 */
export async function readBack(client: Client): Promise<PetJson[]> {
  const pets: PetJson[] = [];
  for (let path: string | undefined = listPets({ limit: 100 }).path; path !== undefined;) {
    const page: Page | undefined = await readPage(client, path).catch(async (error: unknown) => {
      if (!(error instanceof PageNotRead) || error.status !== 503) throw error;
      await delay(pause);
      return undefined;
    });
    if (!page) continue;
    pets.push(...page.pets);
    path = page.next;
  }
  return pets;
}
