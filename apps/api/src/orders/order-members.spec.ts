import { NewPet } from '@petstore/pets-domain';
import { newOrderSamples } from '@petstore/store-domain/testing';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({ beta: true });

// The samples order the animals 7 and 8.
beforeAll(async () => {
  for (let id = 1; id <= 8; id++) await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
});

it.each(newOrderSamples)('placeOrder, getOrder and listOrders return every member of %j', async (sample) => {
  const placed = await app.client.post('/v1/store/orders').send(sample);
  expect(placed.body).toMatchObject(sample);
  expect((await app.client.get(placed.headers['location']!)).text).toBe(placed.text);
  expect((await app.client.get('/v1/store/orders')).body).toContainEqual(placed.body);
});
