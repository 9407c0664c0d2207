import { NewPet, PetId, type PetStatus } from '@petstore/pets-domain';
import { newOrderSamples } from '@petstore/store-domain/testing';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';
import { ListOrdersQuery } from './dto/list-orders.query.ts';

/** The allowed references as the error messages describe them. */
const referenceRule =
  'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';

const app = useTestApp({ beta: true });

beforeEach(() => app.empty());

async function addPet(status: PetStatus = 'available'): Promise<string> {
  return (await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7, status }).register('key_1'))).snapshot().id;
}

const statusOf = async (petId: string) => (await app.pets.find(new PetId(petId)))?.snapshot().status;
const post = (text: string) => app.client.post('/v1/store/orders').set('Content-Type', 'application/json').send(text);
const place = (petId: string) => post(`{"petId":${petId}}`);
const change = (orderId: string, transition: string) => app.client.post(`/v1/store/orders/${orderId}/${transition}`);

describe('placeOrder', () => {
  it('returns 201 with the order and its path, and the animal becomes pending', async () => {
    const petId = await addPet();
    const response = await post(`{"petId":${petId},"reference":"A-17"}`);
    expect(response.status).toBe(201);
    const { placedAt } = response.body;
    expect(response.text).toBe(
      `{"id":1,"petId":${petId},"status":"placed","placedAt":"${placedAt}","updatedAt":"${placedAt}","reference":"A-17"}`,
    );
    expect(placedAt).toBe(new Date(placedAt).toISOString());
    expect(response.headers).toMatchObject({ location: '/v1/store/orders/1', 'cache-control': 'no-store' });
    expectRequestId(response);
    expect((await app.client.get(response.headers['location']!)).text).toBe(response.text);
    expect(await statusOf(petId)).toBe('pending');
  });

  it.each(['pending', 'sold'] as const)('returns 409 for an animal that is %s', async (status) => {
    const response = await place(await addPet(status));
    expect(expectError(response, 'pet_not_available')).toContain(
      `The animal is ${status}: only an available animal can be ordered. Without an Idempotency-Key, an earlier sending`,
    );
  });

  it.each(['0', '-1', '99', '9223372036854775807', '-9223372036854775808'])(
    'returns 400 if there is no animal with the petId %s',
    async (petId) => {
      expect(expectError(await place(petId), 'unknown_pet')).toBe(
        'petId must be the id of an animal in the store: there is no animal with this id.',
      );
    },
  );

  it('returns 415 for a JSON Merge Patch, without Accept-Patch', async () => {
    const type = 'application/merge-patch+json';
    const response = await app.client.post('/v1/store/orders').set('Content-Type', type).send('{"petId":1}');
    expectError(response, 'unsupported_media_type');
    expect(response.headers).not.toHaveProperty('accept-patch');
  });

  it('does not store the key of an order that it refuses', async () => {
    const petId = await addPet('sold');
    expectError(await place(petId).set('Idempotency-Key', 'a-key'), 'pet_not_available');
    await app.client.patch(`/v1/pets/${petId}`).send({ status: 'available' });
    expect((await place(petId).set('Idempotency-Key', 'a-key')).status).toBe(201);
  });

  it.each(['""', 'null'])('reports all invalid members together, with the reference %s', async (reference) => {
    expect(expectError(await post(`{"reference":${reference}}`), 'invalid_body')).toBe(
      'petId is required: it must be an integer from -9223372036854775808 to 9223372036854775807; ' +
        `reference must be ${referenceRule}.`,
    );
  });

  it('returns the order as it was placed for each repeat with the same Idempotency-Key', async () => {
    const petId = await addPet();
    const send = () => place(petId).set('Idempotency-Key', 'a-key');
    const first = await send();
    await change('1', 'complete');
    const repeated = await send();
    expect([repeated.status, repeated.text]).toEqual([201, first.text]);
    expect(repeated.headers['location']).toBe('/v1/store/orders/1');
    expect(await statusOf(petId)).toBe('sold');
  });
});

describe.each([
  { operationId: 'completeOrder', transition: 'complete', from: 'placed', to: 'completed', petStatus: 'sold' },
  { operationId: 'cancelOrder', transition: 'cancel', from: 'placed', to: 'cancelled', petStatus: 'available' },
  { operationId: 'returnOrder', transition: 'return', from: 'completed', to: 'returned', petStatus: 'available' },
])('$operationId', ({ transition, from, to, petStatus }) => {
  let petId: string;

  beforeEach(async () => {
    petId = await addPet();
    await place(petId);
    if (from === 'completed') await change('1', 'complete');
  });

  it(`makes a ${from} order ${to}, and its animal ${petStatus}, and ignores a body, its type and an Idempotency-Key`, async () => {
    const response = await change('1', transition).set('Idempotency-Key', '"').type('text/plain').send('{');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: 1, status: to });
    expect((await app.client.get('/v1/store/orders/1')).text).toBe(response.text);
    expect(await statusOf(petId)).toBe(petStatus);
  });
});

it('returnOrder returns 409 if the animal is not sold', async () => {
  const petId = await addPet();
  await place(petId);
  await change('1', 'complete');
  await app.client.patch(`/v1/pets/${petId}`).send({ status: 'available' });
  expect(expectError(await change('1', 'return'), 'invalid_order_transition')).toBe(
    'The animal is available: only a sold animal can be returned.',
  );
});

describe('listOrders', () => {
  it('returns pages that a client can follow, with both filters', async () => {
    const [petId, other] = [await addPet(), await addPet()];
    for (const ordered of [petId, petId, petId, other]) {
      const { id } = (await place(ordered)).body;
      await change(String(id), 'cancel');
    }
    await place(petId);
    const first = await app.client.get(`/v1/store/orders?limit=2&status=cancelled&petId=${petId}`);
    expect(first.body.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers['link']!)!;
    const second = await app.client.get(next!);
    expect(second.body.map(({ id }: { id: number }) => id)).toEqual([3]);
    expect(second.headers['link']).not.toContain('rel="next"');
  });

  it('refuses a cursor of another list or without an id, and accepts one that another key got', async () => {
    for (let index = 0; index < 2; index++) await place(await addPet());
    const cursorOf = async (path: string) => /cursor=([\w-]+)/.exec((await app.client.get(path)).headers['link']!)![1];
    const [ofPets, ofOrders] = [await cursorOf('/v1/pets?limit=1'), await cursorOf('/v1/store/orders?limit=1')];
    const withoutId = new ListOrdersQuery().cursorAt("1'--");
    for (const cursor of [ofPets, withoutId]) {
      expectError(await app.client.get(`/v1/store/orders?cursor=${cursor}`), 'invalid_parameter');
    }
    const { secret } = await app.issueKey();
    const response = await app.authenticated(secret.text).get(`/v1/store/orders?cursor=${ofOrders}`);
    expect(response.body.map(({ id }: { id: number }) => id)).toEqual([2]);
  });

  it.each([
    ['status=lost', 'status must be one of placed, completed, cancelled, returned.'],
    ['petId=abc', 'petId must be an integer from -9223372036854775808 to 9223372036854775807.'],
    ['limit=1&limit=1', 'limit must be an integer from 1 to 100.'],
    ['cursor=x', 'cursor must be one that a page of this list gave, unchanged, with the same status and petId.'],
  ])('returns 400 for %s', async (query, message) => {
    expect(expectError(await app.client.get(`/v1/store/orders?${query}`), 'invalid_parameter')).toBe(message);
  });
});

it.each(['2', '0', '-1', '01', '1.0', '9223372036854775808', 'abc', '%00', '__proto__'])(
  'getOrder and the transitions return 404 for %s, the id of no order',
  async (orderId) => {
    await place(await addPet());
    const transitions = ['complete', 'cancel', 'return'].map((transition) => change(orderId, transition));
    for (const request of [app.client.get(`/v1/store/orders/${orderId}`), ...transitions])
      expectError(await request, 'order_not_found');
  },
);

it.each(newOrderSamples)('placeOrder, getOrder and listOrders return every member of %j', async (sample) => {
  // The samples order the animals 7 and 8.
  for (let id = 1; id <= 8; id++) await addPet();
  const placed = await app.client.post('/v1/store/orders').send(sample);
  expect(placed.body).toMatchObject(sample);
  expect((await app.client.get(placed.headers['location']!)).text).toBe(placed.text);
  expect((await app.client.get('/v1/store/orders')).body).toContainEqual(placed.body);
});
