import type { NewPetJson } from './pet-json.ts';

/** A request to the API. The client adds the API key. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Request target: path and query. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly idempotencyKey?: string;
}

export interface ListQuery {
  readonly limit?: number;
  readonly status?: string | undefined;
  readonly cursor?: string;
  /** Id after which the page starts. The other servers of the benchmark use it in place of `cursor`. */
  readonly after?: number;
}

export function get(path: string): ApiRequest {
  return { method: 'GET', path };
}

export function getPet(id: number): ApiRequest {
  return get(`/v1/pets/${id}`);
}

/** Omits undefined properties from the query, and keeps the order of the others. */
export function listPets(query: ListQuery = {}): ApiRequest {
  const pairs = Object.entries(query as Record<string, string | number | undefined>).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return get(pairs.length === 0 ? '/v1/pets' : `/v1/pets?${pairs.join('&')}`);
}

export function createPet(newPet: Partial<NewPetJson>, idempotencyKey?: string): ApiRequest {
  const request = { method: 'POST', path: '/v1/pets', body: JSON.stringify(newPet) } as const;
  return idempotencyKey === undefined ? request : { ...request, idempotencyKey };
}
