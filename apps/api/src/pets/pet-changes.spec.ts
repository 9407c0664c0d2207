import { newPetSamples } from '@petstore/pets-domain/testing';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp({ beta: true });

const create = () => app.client.post('/v1/pets').set('Idempotency-Key', 'a-key').send({ name: 'Rex', categoryId: 7 });
const mergePatch = 'application/merge-patch+json';
const patch = (text: string, type = mergePatch) => app.client.patch('/v1/pets/1').set('Content-Type', type).send(text);
const rename = (name: string) => patch(JSON.stringify({ name }));
const remove = () => app.client.delete('/v1/pets/1');
const get = () => app.client.get('/v1/pets/1');
const tag = async () => (await get()).headers['etag'];

beforeEach(async () => {
  app.empty();
  await create();
});

describe('updatePet', () => {
  it.each([
    ['{"categoryId":9007199254740993}', '{"id":1,"name":"Rex","categoryId":9007199254740993,"status":"available"}'],
    ['{}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
    ['{"id":9,"owner":"Ann"}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
    ['{"name":null,"name":"Tom"}', '{"id":1,"name":"Tom","categoryId":7,"status":"available"}'],
    ['{"constructor":{"name":"Tom"},"Name":"Tom"}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
  ])('with the body %s returns and stores %s', async (body, expected) => {
    const response = await patch(body);
    expect([response.status, response.text]).toEqual([200, expected]);
    expect((await app.client.get('/v1/pets')).text).toBe(`[${expected}]`);
  });

  it('accepts application/json', async () => {
    expect((await patch('{"name":"Tom"}', 'application/json; charset=utf-8')).status).toBe(200);
  });

  it.each([
    ['{"name":"Tom","name":null}', /^name must be a string/],
    ['{"name":"Tom","categoryId":1.5,"status":null}', /^status must be .*; categoryId must be .*$/],
    ['[]', /^The body must be a JSON object\.$/],
  ])('returns 400 for the body %s and changes nothing', async (body, message) => {
    expect(expectError(await patch(body), 'invalid_body')).toMatch(message);
    expect(await tag()).toBe('"1"');
  });

  it.each([
    [
      'Content-Type: application/merge-patch+json\r\nContent-Encoding: gzip',
      'Content-Type "application/merge-patch+json", Content-Encoding "gzip"',
    ],
    [
      'Content-Type: application/merge-patch+json, application/json',
      'Content-Type "application/merge-patch+json, application/json"',
    ],
    ['X-Type: application/merge-patch+json', 'no Content-Type'],
  ])('returns 415 with %s', async (header, received) => {
    const response = await app.send('PATCH /v1/pets/1', { headers: [header], body: '{"name":"Tom"}' });
    expect(expectError(response, 'unsupported_media_type')).toBe(
      'The body must be application/merge-patch+json or application/json, its charset utf-8 or absent, ' +
        `without a Content-Encoding. Received: ${received}.`,
    );
    expect(response.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
    expect(await tag()).toBe('"1"');
  });

  it('ignores the header Idempotency-Key, even if it is sent twice and invalid', async () => {
    const headers = [`Content-Type: ${mergePatch}`, 'Idempotency-Key: "', 'Idempotency-Key: a'];
    expect((await app.send('PATCH /v1/pets/1', { headers, body: '{"name":"Tom"}' })).status).toBe(200);
    expect((await app.send('PATCH /v1/pets/1', { headers, body: '{"name":"Zoe"}' })).text).toContain('"Zoe"');
  });

  it('reports an invalid key before an invalid body, and an invalid body before an unknown animal', async () => {
    const [headers, target] = [['Content-Type: text/plain'], 'PATCH /v1/pets/2'];
    expectError(await app.send(target, { key: 'pets_x', headers, body: '{' }), 'invalid_api_key');
    expectError(await app.client.patch('/v1/pets/2').send({ name: '' }), 'invalid_body');
  });
});

describe('deletePet', () => {
  it('returns 204 without a body, ignores one, and the animal is gone', async () => {
    const response = await remove().type('text/plain').send('{');
    expect([response.status, response.text]).toEqual([204, '']);
    expectError(await get(), 'pet_not_found');
    expectError(await rename('Tom'), 'pet_not_found');
    expectError(await app.client.post('/v1/store/orders').send({ petId: 1 }), 'unknown_pet');
    expectError(await remove(), 'pet_not_found');
    expect((await app.client.get('/v1/pets')).text).toBe('[]');
  });

  it('returns 409 while an order reserves the animal, and keeps the completed order of a deleted animal', async () => {
    await app.client.post('/v1/store/orders').send({ petId: 1 });
    expect(expectError(await remove(), 'pet_has_order')).toBe(
      'An order has reserved the animal: complete or cancel the order to change the status or to delete the animal.',
    );
    await app.client.post('/v1/store/orders/1/complete');
    expect((await remove()).status).toBe(204);
    const order = await app.client.get('/v1/store/orders/1');
    expect(order.body).toMatchObject({ id: 1, petId: 1, status: 'completed' });
    const returning = await app.client.post('/v1/store/orders/1/return');
    expect(expectError(returning, 'invalid_order_transition')).toBe(
      'The animal is gone: its order cannot be returned.',
    );
    expect((await app.client.post('/v1/store/orders/1/complete')).text).toBe(order.text);
  });
});

describe('ETag', () => {
  it('of createPet, getPet and updatePet is the version, which each change raises, also an order', async () => {
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

  it('is absent without BETA', async () => {
    const stable = await startTestApp();
    const response = await stable.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
    expect([response.status, response.headers['etag']]).toEqual([201, undefined]);
    expect((await stable.client.get('/v1/pets/1')).headers).not.toHaveProperty('etag');
    await stable.close();
  });

  it('of a repeated create is the first one, also after the animal was changed and deleted', async () => {
    const first = await create();
    for (const change of [() => rename('Tom'), remove]) {
      await change();
      const repeated = await create();
      expect([repeated.status, repeated.text, repeated.headers['etag']]).toEqual([201, first.text, '"1"']);
      expect(repeated.headers['location']).toBe('/v1/pets/1');
    }
    expectError(await get(), 'pet_not_found');
  });
});

// if-match.spec.ts has all forms of the header.
describe.each([
  ['updatePet', () => rename('Zoe'), 200],
  ['deletePet', remove, 204],
] as const)('If-Match of %s', (_, change, success) => {
  beforeEach(() => rename('Tom'));

  it.each(['"2"', '*', '"x", W/"2-gzip"'])('%j matches the animal: the change is made', async (sent) => {
    expect((await change().set('If-Match', sent)).status).toBe(success);
  });

  it.each([
    ['"1", "22"', /^The animal has changed: .*an earlier sending of this request may have been executed/],
    ['"abc"', /^If-Match has no tag of an animal\. Nothing was done\. Send the ETag .*, such as "3", or \* for any\.$/],
  ])('%s does not match the animal: 412, and the message says if it is a tag of an animal', async (sent, message) => {
    expect(expectError(await change().set('If-Match', sent), 'precondition_failed')).toMatch(message);
    expect((await get()).body.name).toBe('Tom');
    expect(await tag()).toBe('"2"');
  });

  it('is 400 if it is malformed, and 404 if the animal does not exist', async () => {
    const message = expectError(await change().set('If-Match', '2'), 'invalid_parameter');
    expect(message).toBe('If-Match must be * or entity tags that commas separate, such as "3".');
    await remove();
    expectError(await change().set('If-Match', '*'), 'pet_not_found');
  });
});

describe('each member of a sample', () => {
  const [first, second] = newPetSamples;

  // A member may be unique.
  beforeEach(() => app.empty());

  it.each(newPetSamples)('is returned by createPet, getPet and listPets: %j', async (sample) => {
    const created = await app.client.post('/v1/pets').send(sample);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toStrictEqual({ id, ...sample });
    expect((await app.client.get(`/v1/pets/${id}`)).body).toStrictEqual({ id, ...sample });
    expect((await app.client.get('/v1/pets')).body).toContainEqual({ id, ...sample });
  });

  it.each(Object.entries(second))('is changed alone by updatePet: %s', async (member, value) => {
    const { id } = (await app.client.post('/v1/pets').send(first)).body;
    const updated = await app.client.patch(`/v1/pets/${id}`).send({ [member]: value });
    expect(updated.body).toStrictEqual({ id, ...first, [member]: value });
    expect((await app.client.get(`/v1/pets/${id}`)).body).toStrictEqual(updated.body);
  });
});
