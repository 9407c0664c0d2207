import { fetchChecked } from './checked-fetch.ts';

export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A minimal client of the service that checks every response against the document. */
export class PetsClient {
  constructor(
    private readonly address: string,
    private readonly key: string,
  ) {}

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

  /** Yields every animal by following the links to the next page. */
  async *iterate(query = '?limit=100'): AsyncGenerator<PetJson> {
    for (let path: string | undefined = `/v1/pets${query}`; path;) {
      const response: Response = await this.send(path);
      if (response.status !== 200) throw new Error(await response.text());
      yield* (await response.json()) as PetJson[];
      path = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
  }

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
