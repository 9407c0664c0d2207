import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ApiRequest,
  Client,
  getOrder,
  getPet,
  listOrders,
  type OrderJson,
  type PetJson,
  readBack,
  readBackOrders,
  type StoredOrders,
  type Target,
} from '@petstore/driver';
import type { Postgres } from '../environment/postgres.ts';

const rfc3339 = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads both tables in one statement, so from one snapshot, as the API returns their rows. */
const storedOrders = `
  SELECT
    (SELECT coalesce(json_agg(json_build_object(
       'id', id, 'name', name, 'categoryId', category_id, 'status', status
     ) ORDER BY id), '[]') FROM pets) AS pets,
    (SELECT coalesce(json_agg(json_build_object(
       'id', id, 'petId', pet_id, 'status', status, 'reference', reference,
       'placedAt', ${rfc3339('placed_at')}, 'updatedAt', ${rfc3339('updated_at')}
     ) ORDER BY id), '[]') FROM orders) AS orders`;

/** Reads all pets and orders from the tables. */
export async function readTables(postgres: Postgres): Promise<StoredOrders> {
  const [stored] = await postgres.query<StoredOrders>(storedOrders);
  return stored!;
}

/** Reads all pets and orders from the API. @throws PageNotRead if a response is neither 200 nor 503 */
export async function readAllFromApi({ address, key }: Target): Promise<StoredOrders> {
  const client = new Client(address, key);
  const stored = { pets: await readBack(client), orders: await readBackOrders(client) };
  client.close();
  return stored;
}

/** Milliseconds before a request is repeated after 503. */
const pause = 100;

/**
 * Reads a pet and its orders from the API with getPet, listOrders and getOrder.
 * @throws Error if a response is neither 200 nor 503, or if getOrder and listOrders return different orders
 */
export async function readFromApi({ address, key }: Target, petId: number): Promise<StoredOrders> {
  const client = new Client(address, key);
  const pet = await read<PetJson>(client, getPet(petId));
  const orders = await read<OrderJson[]>(client, listOrders({ petId, limit: 100 }));
  for (const order of orders) {
    const found = await read<OrderJson>(client, getOrder(order.id));
    if (!isDeepStrictEqual(found, order)) throw new Error(`getOrder and listOrders differ for order ${order.id}`);
  }
  client.close();
  return { pets: [pet], orders };
}

async function read<T>(client: Client, request: ApiRequest): Promise<T> {
  for (;;) {
    const { status, code, text } = await client.send(request);
    if (status === 200) return JSON.parse(text) as T;
    if (status !== 503) throw new Error(`GET ${request.path} returned ${status} ${code}`);
    await delay(pause);
  }
}
