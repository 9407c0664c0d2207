import { NewPet } from '@petstore/pets-domain';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const eventsPath = '/v1/events';

const app = useTestApp({ beta: true });

beforeEach(() => app.empty());

const createPet = async (name: string): Promise<number> =>
  (await app.client.post('/v1/pets').send({ name, categoryId: 7 })).body.id;

function nextPath({ headers }: { headers: Record<string, string> }): string {
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '') ?? [];
  if (path === undefined) throw new Error(`the response has not exactly the link "next": ${headers['link']}`);
  return path;
}

const typesOn = (response: { body: { type: string }[] }) => response.body.map(({ type }) => type);

it('listEvents returns the history of an animal: who did what', async () => {
  const id = await createPet('Rex');
  await createPet('Tom');
  const order = (await app.client.post('/v1/store/orders').send({ petId: id, reference: 'A-17' })).body;
  // The second `complete` changes nothing, nor does the second `patch`: neither adds an event.
  for (const transition of ['complete', 'complete', 'return']) {
    await app.client.post(`/v1/store/orders/${order.id}/${transition}`);
  }
  await app.client.patch(`/v1/pets/${id}`).send({ name: 'Rex II' });
  await app.client.patch(`/v1/pets/${id}`).send({ name: 'Rex II' });
  await app.client.delete(`/v1/pets/${id}`);
  const response = await app.client.get(`${eventsPath}?petId=${id}`);
  expect(typesOn(response)).toEqual([
    ...['pet.created', 'order.placed', 'order.completed', 'order.returned', 'pet.updated', 'pet.deleted'],
  ]);
  const [created, placed, completed, returned, updated, deleted] = response.body;
  const [key] = await app.keys.list();
  expect(created).toEqual({
    specversion: '1.0',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    source: '/v1',
    type: 'pet.created',
    subject: `pets/${id}`,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    actor: key!.publicId,
    sequence: '0000000000000000001',
    data: { pet: { id, name: 'Rex', categoryId: 7, status: 'available' } },
  });
  expect(placed.data).toEqual({ pet: { ...created.data.pet, status: 'pending' }, order });
  expect(completed.data).toMatchObject({ pet: { status: 'sold' }, order: { status: 'completed' } });
  expect(returned.data).toMatchObject({ pet: { status: 'available' }, order: { status: 'returned' } });
  expect(updated.data.pet).toEqual({ ...created.data.pet, name: 'Rex II' });
  expect(deleted.data).toEqual(updated.data);
});

it('has the order alone in the event of a cancellation whose animal somebody has deleted in the database', async () => {
  const petId = await createPet('Rex');
  const order = (await app.client.post('/v1/store/orders').send({ petId })).body;
  jest.spyOn(app.pets, 'lock').mockResolvedValue(undefined);
  expectError(await app.client.post(`/v1/store/orders/${order.id}/complete`), 'invalid_order_transition');
  const cancelled = await app.client.post(`/v1/store/orders/${order.id}/cancel`);
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
  const { body } = await app.client.get(`${eventsPath}?petId=${petId}`);
  expect(body.at(-1)).toMatchObject({ type: 'order.cancelled', subject: `pets/${petId}` });
  expect(body.at(-1).data).toEqual({ order: cancelled.body });
});

it('begins with the oldest event, and each page has a link to the next one', async () => {
  for (const name of ['Rex', 'Tom', 'Zoe']) await createPet(name);
  const first = await app.client.get(`${eventsPath}?limit=2`);
  const second = await app.client.get(nextPath(first));
  const third = await app.client.get(nextPath(second));
  expect([first, second, third].map(({ body }) => body.length)).toEqual([2, 1, 0]);
  await createPet('Max');
  expect((await app.client.get(nextPath(third))).body).toHaveLength(1);
});

it('start=latest returns an empty page, whose link leads to the events from now on', async () => {
  await createPet('Rex');
  const present = await app.client.get(`${eventsPath}?start=latest&type=pet.created`);
  expect([present.status, present.text]).toEqual([200, '[]']);
  const path = nextPath(present);
  expect(path).toMatch(/^\/v1\/events\?type=pet\.created&cursor=[\w-]+$/);
  await createPet('Tom');
  expect((await app.client.get(path)).body.map((event: { subject: string }) => event.subject)).toEqual(['pets/2']);
});

it('restricts the log to several types and an animal, and keeps each of them once in the link', async () => {
  const id = await createPet('Rex');
  await app.client.patch(`/v1/pets/${id}`).send({ name: 'Tom' });
  await app.client.delete(`/v1/pets/${id}`);
  const response = await app.client.get(`${eventsPath}?type=pet.created&type=pet.deleted&type=pet.created&petId=${id}`);
  expect(typesOn(response)).toEqual(['pet.created', 'pet.deleted']);
  expect(nextPath(response)).toContain(`?type=pet.created&type=pet.deleted&petId=${id}&cursor=`);
  expect((await app.client.get(nextPath(response))).text).toBe('[]');
});

it.each([
  ['repeated', 'type=pet.created&type=pet.created', 'type=pet.created'],
  ['in another order', 'type=pet.deleted&type=pet.created', 'type=pet.created&type=pet.deleted'],
])('a cursor is valid with the same types %s', async (_, first, then) => {
  await createPet('Rex');
  const link = nextPath(await app.client.get(`${eventsPath}?${first}`));
  expect((await app.client.get(link)).text).toBe('[]');
  const cursor = new URLSearchParams(link.split('?')[1]).get('cursor');
  expect((await app.client.get(`${eventsPath}?${then}&cursor=${cursor}`)).text).toBe('[]');
});

const types = 'pet.created, pet.updated, pet.deleted, order.placed, order.completed, order.cancelled, order.returned';

it.each([
  ['limit=0', 'limit must be an integer from 1 to 100.'],
  ['type=pet.lost', `type must be one of ${types}.`],
  ['type=pet.created&type=', `type must be one of ${types}.`],
  ['petId=x', 'petId must be an integer from -9223372036854775808 to 9223372036854775807.'],
  ['petId=1&petId=1', 'petId must be an integer from -9223372036854775808 to 9223372036854775807.'],
  ['start=oldest', 'start must be latest, and absent beside a cursor.'],
  ['cursor=', 'cursor must be one that a page of this list gave, unchanged, with the same type and petId.'],
])('returns 400 for %s', async (query, message) => {
  expect(expectError(await app.client.get(`${eventsPath}?${query}`), 'invalid_parameter')).toBe(message);
});

it('refuses a cursor with start, of other filters and of another list, and one that was changed', async () => {
  for (const name of ['Rex', 'Tom']) await createPet(name);
  const path = nextPath(await app.client.get(`${eventsPath}?limit=1`));
  const [, cursor] = /cursor=([\w-]+)/.exec(path)!;
  for (const query of [`start=latest&cursor=${cursor}`, `petId=1&cursor=${cursor}`, `cursor=${cursor}A`]) {
    expectError(await app.client.get(`${eventsPath}?${query}`), 'invalid_parameter');
  }
  expectError(await app.client.get(`/v1/pets?cursor=${cursor}`), 'invalid_parameter');
  const ofPets = /cursor=([\w-]+)/.exec((await app.client.get('/v1/pets?limit=1')).headers['link'] ?? '')![1];
  expectError(await app.client.get(`${eventsPath}?cursor=${ofPets}`), 'invalid_parameter');
});

it('returns 410 for a cursor whose event a restore has undone', async () => {
  for (const name of ['Rex', 'Tom']) await createPet(name);
  const path = nextPath(await app.client.get(eventsPath));
  app.eventLog.undo(1);
  expectError(await app.client.get(path), 'cursor_gone');
  await createPet('Zoe');
  expectError(await app.client.get(path), 'cursor_gone');
});

it('neither the log nor the deletion of an animal exists without BETA', async () => {
  const stable = await startTestApp();
  expectError(await stable.client.get(eventsPath), 'route_not_found');
  await stable.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
  expectError(await stable.client.delete('/v1/pets/1'), 'method_not_allowed');
  await stable.close();
});
