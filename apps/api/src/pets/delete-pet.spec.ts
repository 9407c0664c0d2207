import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp({ beta: true });
  await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
});

afterEach(() => app.close());

const remove = (id = '1') => app.client.delete(`/v1/pets/${id}`);

it('returns 204 without a body, and the animal is gone', async () => {
  const response = await remove();
  expect([response.status, response.text]).toEqual([204, '']);
  expectError(await app.client.get('/v1/pets/1'), 'pet_not_found');
  expectError(await app.client.patch('/v1/pets/1').send({ name: 'Tom' }), 'pet_not_found');
  expectError(await app.client.post('/v1/store/orders').send({ petId: 1 }), 'unknown_pet');
  expectError(await remove(), 'pet_not_found');
  expect((await app.client.get('/v1/pets')).text).toBe('[]');
});

it.each(['2', '01', '9223372036854775808', 'abc'])('returns 404 for the animal %s', async (id) => {
  expectError(await remove(id), 'pet_not_found');
});

it('returns 409 while an order is placed, and then keeps the orders', async () => {
  await app.client.post('/v1/store/orders').send({ petId: 1 });
  expectError(await remove(), 'pet_has_order');
  await app.client.post('/v1/store/orders/1/complete');
  expect((await remove()).status).toBe(204);
  const order = await app.client.get('/v1/store/orders/1');
  expect(order.body).toMatchObject({ id: 1, petId: 1, status: 'completed' });
  const returning = await app.client.post('/v1/store/orders/1/return');
  expect(expectError(returning, 'invalid_order_transition')).toBe('The animal is gone: its order cannot be returned.');
  expect((await app.client.post('/v1/store/orders/1/complete')).text).toBe(order.text);
});

it('needs no body, and ignores one', async () => {
  expect((await remove().type('text/plain').send('{')).status).toBe(204);
});
