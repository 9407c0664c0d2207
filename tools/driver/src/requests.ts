import type { NewOrderJson, OrderTransition } from './order-json.ts';
import type { NewPetJson } from './pet-json.ts';

/** A request to the API. The client adds the API key. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
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

export interface OrderListQuery {
  readonly limit?: number;
  readonly petId?: number;
}

export function get(path: string): ApiRequest {
  return { method: 'GET', path };
}

export function getPet(id: number): ApiRequest {
  return get(`/v1/pets/${id}`);
}

export function listPets(query: ListQuery = {}): ApiRequest {
  return getList('/v1/pets', query);
}

export function createPet(newPet: Partial<NewPetJson>, idempotencyKey?: string): ApiRequest {
  return post('/v1/pets', newPet, idempotencyKey);
}

const ordersPath = '/v1/store/orders';

export function getOrder(id: number): ApiRequest {
  return get(`${ordersPath}/${id}`);
}

export function listOrders(query: OrderListQuery = {}): ApiRequest {
  return getList(ordersPath, query);
}

export function placeOrder(newOrder: NewOrderJson, idempotencyKey?: string): ApiRequest {
  return post(ordersPath, newOrder, idempotencyKey);
}

/** Completes, cancels or returns an order. */
export function changeOrder(id: number, transition: OrderTransition): ApiRequest {
  return { method: 'POST', path: `${ordersPath}/${id}/${transition}` };
}

/** Omits undefined properties from the query, and keeps the order of the others. */
function getList(path: string, query: object): ApiRequest {
  const pairs = Object.entries(query as Record<string, string | number | undefined>).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return get(pairs.length === 0 ? path : `${path}?${pairs.join('&')}`);
}

function post(path: string, body: object, idempotencyKey?: string): ApiRequest {
  const request = { method: 'POST', path, body: JSON.stringify(body) } as const;
  return idempotencyKey === undefined ? request : { ...request, idempotencyKey };
}
