import type { Client } from './client.ts';
import type { PetJson } from './ledger.ts';

/** Every animal there is, as a client sees it: along the links from page to page. @throws Error when a page is refused */
export async function readBack(client: Client): Promise<PetJson[]> {
  const pets: PetJson[] = [];
  for (let path: string | undefined = '/v1/pets?limit=100'; path;) {
    const { status, text, code, headers } = await client.send('GET', path);
    if (status !== 200) throw new Error(`reading back was answered ${status} ${code}`);
    pets.push(...(JSON.parse(text) as PetJson[]));
    path = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  }
  return pets;
}
