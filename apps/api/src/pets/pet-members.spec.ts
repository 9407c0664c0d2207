import { newPetSamples } from '@petstore/pets-domain/testing';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({ beta: true });

// A member may be unique.
beforeEach(() => app.empty());

it.each(newPetSamples)('createPet, getPet and listPets return every member of %j', async (sample) => {
  const created = await app.client.post('/v1/pets').send(sample);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.body).toStrictEqual({ id, ...sample });
  expect((await app.client.get(`/v1/pets/${id}`)).body).toStrictEqual({ id, ...sample });
  expect((await app.client.get('/v1/pets')).body).toContainEqual({ id, ...sample });
});

const [first, second] = newPetSamples;

it.each(Object.entries(second))('updatePet changes only the member %s', async (member, value) => {
  const { id } = (await app.client.post('/v1/pets').send(first)).body;
  const updated = await app.client.patch(`/v1/pets/${id}`).send({ [member]: value });
  expect(updated.body).toStrictEqual({ id, ...first, [member]: value });
  expect((await app.client.get(`/v1/pets/${id}`)).body).toStrictEqual(updated.body);
});
