import { expectError } from '../testing/expect-error.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp({ beta: true }, 'each');

const create = () => app.client.post('/v1/pets').set('Idempotency-Key', 'a-key').send({ name: 'Rex', categoryId: 7 });
const rename = (name: string) => app.client.patch('/v1/pets/1').send({ name });
const tag = async () => (await app.client.get('/v1/pets/1')).headers['etag'];

it('createPet, getPet and updatePet send the version, which each change raises, also an order', async () => {
  expect((await create()).headers['etag']).toBe('"1"');
  expect(await tag()).toBe('"1"');
  expect((await rename('Tom')).headers['etag']).toBe('"2"');
  expect((await rename('Tom')).headers['etag']).toBe('"2"');
  await app.client.post('/v1/store/orders').send({ petId: 1 });
  expect(await tag()).toBe('"3"');
  await app.client.post('/v1/store/orders/1/cancel');
  expect(await tag()).toBe('"4"');
  expect((await app.client.get('/v1/pets')).headers).not.toHaveProperty('etag');
});

it('without BETA there is no tag', async () => {
  const stable = await startTestApp();
  const response = await stable.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
  expect([response.status, response.headers['etag']]).toEqual([201, undefined]);
  expect((await stable.client.get('/v1/pets/1')).headers).not.toHaveProperty('etag');
  await stable.close();
});

it('a repeat of a create returns the same 201 with the first tag, also after the animal was changed and deleted', async () => {
  const first = await create();
  for (const change of [() => rename('Tom'), () => app.client.delete('/v1/pets/1')]) {
    await change();
    const repeated = await create();
    expect([repeated.status, repeated.text, repeated.headers['etag']]).toEqual([201, first.text, '"1"']);
    expect(repeated.headers['location']).toBe('/v1/pets/1');
  }
  expectError(await app.client.get('/v1/pets/1'), 'pet_not_found');
});

describe.each([
  ['updatePet', () => app.client.patch('/v1/pets/1').send({ name: 'Zoe' }), 200],
  ['deletePet', () => app.client.delete('/v1/pets/1'), 204],
] as const)('If-Match of %s', (_, change, success) => {
  beforeEach(async () => {
    await create();
    await rename('Tom');
  });

  it.each(['"2"', '*', ' "1", "2" ', '"x","2"', 'W/"2", "2"', ',"2",,'])('%s is that of the animal', async (sent) => {
    expect((await change().set('If-Match', sent)).status).toBe(success);
  });

  it.each(['"1"', '"3"', 'W/"2"', '""', '"02"', '"1", "22"'])('%s is another one: 412', async (sent) => {
    const response = await change().set('If-Match', sent);
    expectError(response, 'precondition_failed');
    expect((await app.client.get('/v1/pets/1')).body.name).toBe('Tom');
    expect(await tag()).toBe('"2"');
  });

  it.each(['2', '"2', '*, "2"', 'w/"2"', '"1" "2"', ''])('%j is malformed: 400', async (sent) => {
    const message = expectError(await change().set('If-Match', sent), 'invalid_parameter');
    expect(message).toBe('If-Match must be * or entity tags that commas separate, such as "3".');
  });

  it.each([
    ['spaces', '"2" , \t,, "9"'],
    ['15 kB', '"9",, '.repeat(2_500) + '"2"'],
  ])('a list with empty elements matches: %s', async (_, sent) => {
    expect((await change().set('If-Match', sent)).status).toBe(success);
  });

  // A pattern that could match the commas in two ways would take twice the time for each further pair of commas: the test would not end.
  it('15 kB of a malformed list are refused', async () => {
    expectError(await change().set('If-Match', `${'"9",,'.repeat(3_000)}x`), 'invalid_parameter');
  });

  it('of an animal that does not exist is 404', async () => {
    await app.client.delete('/v1/pets/1');
    expectError(await change().set('If-Match', '*'), 'pet_not_found');
  });
});
