import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { PetJson } from './ledger.ts';

/** Milliseconds until a page is asked for again that the service could not read. */
const pause = 100;

/**
 * Every animal there is, as a client sees it: along the links from page to page. A page that was answered 503 is asked for
 * again: what is held against the ledger is what is kept, and not how fast it is read.
 * @throws Error when a page is refused otherwise
 */
export async function readBack(client: Client): Promise<PetJson[]> {
  const pets: PetJson[] = [];
  for (let path: string | undefined = '/v1/pets?limit=100'; path;) {
    const { status, text, code, headers } = await client.send('GET', path);
    if (status === 503) {
      await delay(pause);
      continue;
    }
    if (status !== 200) throw new Error(`reading back was answered ${status} ${code}`);
    pets.push(...(JSON.parse(text) as PetJson[]));
    path = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  }
  return pets;
}
