import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { NewPet, PetId, type PetStatus } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';
import { ListOrdersQuery } from './dto/list-orders.query.ts';

/** The allowed references as the error messages describe them. */
const referenceRule =
  'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';

/** Path parameters that are the id of no order. */
const otherOrderIds = ['2', '0', '-1', '01', '1.0', '9223372036854775808', 'abc', '%00', '__proto__'];

const app = useTestApp({ beta: true }, 'each');

/** Adds a pet and returns its id. */
async function addPet(status: PetStatus = 'available'): Promise<string> {
  return (await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7, status }), 'key_1')).snapshot().id;
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
    expect(expectError(response, 'pet_not_available')).toBe(
      `The animal is ${status}: only an available animal can be ordered.`,
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

  it.each(['9223372036854775808', '"1"', '1.5', 'null', '[1]', 'true'])(
    'returns 400 for the petId %s',
    async (petId) => {
      expect(expectError(await place(petId), 'invalid_body')).toBe(
        'petId must be an integer from -9223372036854775808 to 9223372036854775807.',
      );
    },
  );

  it.each(['null', '""', '" "', '7', '["A"]', '"\\u0000"', '"\\ud83d"', `"${'x'.repeat(256)}"`])(
    'returns 400 for the reference %s',
    async (reference) => {
      await addPet();
      expect(expectError(await post(`{"petId":1,"reference":${reference}}`), 'invalid_body')).toBe(
        `reference must be ${referenceRule}.`,
      );
      expect(await statusOf('1')).toBe('available');
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

  it('reports all invalid members together', async () => {
    expect(expectError(await post('{"reference":""}'), 'invalid_body')).toBe(
      'petId is required: it must be an integer from -9223372036854775808 to 9223372036854775807; ' +
        `reference must be ${referenceRule}.`,
    );
  });

  it('sends the reference back unchanged', async () => {
    for (const reference of ['a', '  A-17\t', '"A" \\', 'Zoe\u0308', '\u{1f408}'.repeat(255)]) {
      const response = await post(JSON.stringify({ petId: Number(await addPet()), reference }));
      expect(response.body.reference).toBe(reference);
    }
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

  it('returns 422 for another order with the same Idempotency-Key', async () => {
    const [first, second] = [await addPet(), await addPet()];
    await place(first).set('Idempotency-Key', 'a-key');
    expectError(await place(second).set('Idempotency-Key', 'a-key'), 'idempotency_mismatch');
    expect(await statusOf(second)).toBe('available');
  });
});

describe.each([
  { transition: 'complete', from: 'placed', to: 'completed', petStatus: 'sold' },
  { transition: 'cancel', from: 'placed', to: 'cancelled', petStatus: 'available' },
  { transition: 'return', from: 'completed', to: 'returned', petStatus: 'available' },
])('$transition', ({ transition, from, to, petStatus }) => {
  let petId: string;

  beforeEach(async () => {
    petId = await addPet();
    await place(petId);
    if (from === 'completed') await change('1', 'complete');
  });

  it(`makes a ${from} order ${to}, and its animal ${petStatus}`, async () => {
    const response = await change('1', transition);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: 1, status: to });
    expect((await app.client.get('/v1/store/orders/1')).text).toBe(response.text);
    expect(await statusOf(petId)).toBe(petStatus);
  });

  it('returns the same order for each repeat', async () => {
    const first = await change('1', transition);
    const repeated = await change('1', transition);
    expect([repeated.status, repeated.text]).toEqual([200, first.text]);
  });

  it('returns 409 with the rule if the order has another status', async () => {
    await change('1', 'complete');
    await change('1', 'return');
    const other = transition === 'return' ? await placeAndCancel() : '1';
    const status = transition === 'return' ? 'cancelled' : 'returned';
    expect(expectError(await change(other, transition), 'invalid_order_transition')).toBe(
      `The order is ${status}: only a ${from} order can be ${to}.`,
    );
  });

  it('returns 404 for other orders', async () => {
    for (const orderId of otherOrderIds) expectError(await change(orderId, transition), 'order_not_found');
  });

  it('ignores a body, its type and an Idempotency-Key', async () => {
    const response = await change('1', transition).set('Idempotency-Key', '"').type('text/plain').send('{');
    expect([response.status, response.body.status]).toEqual([200, to]);
  });

  async function placeAndCancel(): Promise<string> {
    const { id } = (await place(await addPet())).body;
    await change(String(id), 'cancel');
    return String(id);
  }
});

describe('returnOrder', () => {
  it('returns 409 if the animal has a later order', async () => {
    const petId = await addPet();
    await place(petId);
    await change('1', 'complete');
    await app.client.patch(`/v1/pets/${petId}`).send({ status: 'available' });
    await place(petId);
    await change('2', 'complete');
    expect(expectError(await change('1', 'return'), 'invalid_order_transition')).toBe(
      'The animal has a later order: only its latest order can be returned.',
    );
  });

  it('returns 409 if the animal is not sold', async () => {
    const petId = await addPet();
    await place(petId);
    await change('1', 'complete');
    await app.client.patch(`/v1/pets/${petId}`).send({ status: 'available' });
    expect(expectError(await change('1', 'return'), 'invalid_order_transition')).toBe(
      'The animal is available: only a sold animal can be returned.',
    );
  });
});

describe('listOrders', () => {
  it('returns pages that a client can follow, with both filters', async () => {
    const petId = await addPet();
    for (let index = 0; index < 3; index++) {
      const { id } = (await place(petId)).body;
      await change(String(id), 'cancel');
    }
    await place(await addPet());
    const first = await app.client.get(`/v1/store/orders?limit=2&status=cancelled&petId=${petId}`);
    expect(first.body.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers['link']!)!;
    const second = await app.client.get(next!);
    expect(second.body.map(({ id }: { id: number }) => id)).toEqual([3]);
    expect(second.headers['link']).not.toContain('rel="next"');
  });

  it('refuses a cursor of listPets, of another filter or with an invalid position, and accepts one that another key got', async () => {
    for (let index = 0; index < 2; index++) await place(await addPet());
    const cursorOf = async (path: string) =>
      /cursor=([\w-]+)/.exec((await app.client.get(path)).headers['link'] ?? '')?.[1] ?? '';
    const [ofPets, ofOrders] = [await cursorOf('/v1/pets?limit=1'), await cursorOf('/v1/store/orders?limit=1')];
    const ofPlaced = await cursorOf('/v1/store/orders?limit=1&status=placed');
    for (const path of [
      `/v1/store/orders?cursor=${ofPets}`,
      `/v1/store/orders?cursor=${ofPlaced}`,
      `/v1/store/orders?cursor=${ofOrders}&petId=1`,
      `/v1/store/orders?cursor=${new ListOrdersQuery().cursorAt('9223372036854775808')}`,
      `/v1/store/orders?cursor=${new ListOrdersQuery().cursorAt("1'--")}`,
      `/v1/pets?cursor=${ofOrders}`,
      `/v1/events?cursor=${ofOrders}`,
    ]) {
      expectError(await app.client.get(path), 'invalid_parameter');
    }
    const { secret } = await new IssueKey(app.keys, new NodeCryptography(), new InMemoryTransactions()).execute(
      'another',
      'tests',
    );
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

describe('getOrder', () => {
  it('returns 404 for other orders', async () => {
    for (const orderId of ['1', ...otherOrderIds]) {
      expectError(await app.client.get(`/v1/store/orders/${orderId}`), 'order_not_found');
    }
  });
});
