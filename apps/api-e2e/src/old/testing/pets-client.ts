import { fetchChecked } from './checked-fetch.ts';

/** A pet in a response. Ids and categories beyond 2^53 are rounded. */
export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A minimal client of the service. Every method throws if a response violates the OpenAPI document. */
export class PetsClient {
  constructor(
    private readonly address: string,
    private readonly key: string,
  ) {}

  /** @throws Error with the body of the response if the status is not 201 */
  async create(newPet: object): Promise<PetJson> {
    const body = JSON.stringify(newPet);
    const response = await this.send('/v1/pets', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as PetJson;
  }

  /**
   * Yields the animals of all pages, by following the links to the next page.
   * @param query of the first page
   * @throws Error with the body of the response if a status is not 200
   */
  async *iterate(query = '?limit=100'): AsyncGenerator<PetJson> {
    for (let path: string | undefined = `/v1/pets${query}`; path;) {
      const response: Response = await this.send(path);
      if (response.status !== 200) throw new Error(await response.text());
      yield* (await response.json()) as PetJson[];
      path = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
  }

  /** Returns the animals of all pages. */
  async all(query?: string): Promise<PetJson[]> {
    const pets: PetJson[] = [];
    for await (const pet of this.iterate(query)) pets.push(pet);
    return pets;
  }

  send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.key}`, ...(init.headers as Record<string, string>) };
    return fetchChecked(this.address + path, { ...init, headers });
  }
}
