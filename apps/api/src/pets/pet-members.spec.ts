import { newPetSamples } from '@petstore/pets-domain/testing';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

it.each(newPetSamples)('createPet, getPet and listPets return every member of %j', async (sample) => {
  const created = await app.client.post('/v1/pets').send(sample);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.body).toStrictEqual({ id, ...sample });
  expect((await app.client.get(`/v1/pets/${id}`)).body).toStrictEqual({ id, ...sample });
  expect((await app.client.get('/v1/pets')).body).toContainEqual({ id, ...sample });
});
