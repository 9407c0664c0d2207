import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { PetstoreClient, PetstoreError, type Int64, type Order, type Pet } from '@petstore/client';
import { petstoreOutput, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { fetchLosing } from './testing/fetch-losing.ts';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let service: ServiceProcess;
let serviceWithoutBeta: ServiceProcess;
let baseUrl: string;
let apiKey: string;
let readOnlyKey: string;
let client: PetstoreClient;

beforeAll(async () => {
  database = await createTestDatabase();
  const location: DatabaseLocation = { DATABASE_URL: database.url };
  service = await startService(location, { BETA: 'on' });
  serviceWithoutBeta = await startService(location);
  baseUrl = `${service.address}/v1`;
  apiKey = await petstoreOutput(location, 'keys', 'issue', 'client');
  readOnlyKey = await petstoreOutput(location, 'keys', 'issue', '--read-only', 'website');
  client = new PetstoreClient({ baseUrl, apiKey });
});

afterAll(async () => {
  await serviceWithoutBeta?.end('SIGTERM');
  await service?.end('SIGTERM');
  await database?.drop();
});

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const createPet = (): Promise<Pet> => client.pets.create({ name: 'Rex', categoryId: 7 });

const statusOfPet = async ({ id }: Pet) => (await client.pets.get(id)).status;

async function collect(orders: AsyncIterable<Order>): Promise<Order[]> {
  const collected: Order[] = [];
  for await (const order of orders) collected.push(order);
  return collected;
}

describe('orders', () => {
  it('reserve an animal, complete and return it', async () => {
    const pet = await createPet();
    const placed = await client.orders.place({ petId: pet.id, reference: 'adoption-1' });
    expect(placed).toEqual({
      id: expect.any(Number),
      petId: pet.id,
      status: 'placed',
      reference: 'adoption-1',
      placedAt: time,
      updatedAt: placed.placedAt,
    });
    expect(await statusOfPet(pet)).toBe('pending');
    const completed = await client.orders.complete(placed.id);
    expect(completed).toEqual({ ...placed, status: 'completed', updatedAt: time });
    expect(await client.orders.get(placed.id)).toEqual(completed);
    expect(await statusOfPet(pet)).toBe('sold');
    expect(await client.orders.return(placed.id)).toEqual({ ...placed, status: 'returned', updatedAt: time });
    expect(await statusOfPet(pet)).toBe('available');
  });

  it('make the animal available when they are cancelled', async () => {
    const pet = await createPet();
    const { id } = await client.orders.place({ petId: pet.id });
    expect(await client.orders.cancel(id)).toMatchObject({ id, status: 'cancelled' });
    expect(await statusOfPet(pet)).toBe('available');
  });

  it('are listed by animal and status, over several pages', async () => {
    const pet = await createPet();
    const orders: Order[] = [];
    for (let index = 0; index < 5; index++) {
      const { id } = await client.orders.place({ petId: pet.id, reference: `adoption ${index}` });
      orders.push(await client.orders.cancel(id));
    }
    const placed = await client.orders.place({ petId: pet.id });
    expect(await collect(client.orders.list({ petId: pet.id, limit: 2 }))).toEqual([...orders, placed]);
    expect(await collect(client.orders.list({ petId: pet.id, status: 'cancelled', limit: 2 }))).toEqual(orders);
    const { value: first } = await client.orders.list({ petId: pet.id, limit: 4 }).pages().next();
    const rest = client.orders.list({ petId: pet.id, cursor: first?.nextCursor });
    expect([...(first?.orders ?? []), ...(await collect(rest))]).toEqual([...orders, placed]);
  });

  it('reserve an animal for one of many clients', async () => {
    const pet = await createPet();
    const places = Array.from({ length: 20 }, () => client.orders.place({ petId: pet.id }));
    const results = await Promise.allSettled(places);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, code: 'pet_not_available' });
    }
  });
});

describe('update', () => {
  it('changes only the members that it gets, and keeps int64 exact', async () => {
    const pet = await createPet();
    const updated = await client.pets.update(pet.id, { categoryId: -9223372036854775808n, status: undefined });
    expect(updated).toEqual({ ...pet, categoryId: -9223372036854775808n });
    expect(await client.pets.update(pet.id, { name: 'Max', status: 'sold' })).toEqual({
      ...updated,
      name: 'Max',
      status: 'sold',
    });
  });
});

type Call = (client: PetstoreClient, pet: Pet, orderId: Int64) => Promise<unknown>;

/** All calls that write, each with an order for a pet in the status that it needs. */
const writes: [name: string, status: 'none' | 'placed' | 'completed', call: Call, expected: object][] = [
  ['place', 'none', ({ orders }, { id: petId }) => orders.place({ petId }), { status: 'placed' }],
  ['complete', 'placed', ({ orders }, _, id) => orders.complete(id), { status: 'completed' }],
  ['cancel', 'placed', ({ orders }, _, id) => orders.cancel(id), { status: 'cancelled' }],
  ['return', 'completed', ({ orders }, _, id) => orders.return(id), { status: 'returned' }],
  ['update', 'placed', ({ pets }, { id }) => pets.update(id, { name: 'Max' }), { name: 'Max' }],
];

describe.each(writes)('%s', (_, status, call, expected) => {
  let pet: Pet;
  let orderId: Int64;

  beforeEach(async () => {
    pet = await createPet();
    orderId = 0;
    if (status === 'none') return;
    orderId = (await client.orders.place({ petId: pet.id })).id;
    if (status === 'completed') await client.orders.complete(orderId);
  });

  it('has one effect if its responses are lost', async () => {
    const lossyClient = new PetstoreClient({ baseUrl, apiKey, fetch: fetchLosing(2) });
    expect(await call(lossyClient, pet, orderId)).toMatchObject(expected);
    expect(await collect(client.orders.list({ petId: pet.id }))).toHaveLength(1);
  });

  it('is refused once, and has no effect, with a read-only key', async () => {
    let requests = 0;
    const countingFetch: typeof fetch = (...request) => (requests++, fetch(...request));
    const readOnly = new PetstoreClient({ baseUrl, apiKey: readOnlyKey, fetch: countingFetch });
    const read = async () => [await client.pets.get(pet.id), await collect(readOnly.orders.list({ petId: pet.id }))];
    const before = await read();
    const requestsBefore = requests;
    const error = await call(readOnly, pet, orderId).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({ status: 403, code: 'read_only_key' });
    expect(requests).toBe(requestsBefore + 1);
    expect(await read()).toEqual(before);
  });
});

describe('an error', () => {
  it('names the conflict', async () => {
    const pet = await createPet();
    const { id } = await client.orders.place({ petId: pet.id });
    const conflict = (code: string) => expect.objectContaining({ status: 409, code });
    await expect(client.pets.update(pet.id, { status: 'sold' })).rejects.toEqual(conflict('pet_has_order'));
    await expect(client.orders.place({ petId: pet.id })).rejects.toEqual(conflict('pet_not_available'));
    await expect(client.orders.return(id)).rejects.toEqual(conflict('invalid_order_transition'));
  });

  it.each<[number, string, () => Promise<unknown>]>([
    [404, 'order_not_found', () => client.orders.get(9223372036854775807n)],
    [404, 'order_not_found', () => client.orders.complete(9223372036854775807n)],
    [404, 'pet_not_found', () => client.pets.update(9223372036854775807n, { name: 'Max' })],
    [400, 'unknown_pet', () => client.orders.place({ petId: 9223372036854775807n })],
    [400, 'invalid_parameter', () => client.orders.list({ limit: 101 }).pages().next()],
  ])('has the status and the code of the service: %i %s', async (status, code, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'PetstoreError', status, code });
  });

  it.each<[number, string, (client: PetstoreClient) => Promise<unknown>]>([
    [404, 'route_not_found', ({ orders }) => orders.place({ petId: 1 })],
    [405, 'method_not_allowed', ({ pets }) => pets.update(1, { name: 'Max' })],
    [404, 'pet_not_found', ({ pets }) => pets.changes().next()],
  ])('is %i %s without BETA=on', async (status, code, call) => {
    const clientWithoutBeta = new PetstoreClient({ baseUrl: `${serviceWithoutBeta.address}/v1`, apiKey });
    await expect(call(clientWithoutBeta)).rejects.toMatchObject({ name: 'PetstoreError', status, code });
  });
});
