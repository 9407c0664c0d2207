import { FakeServer, jsonResponse, rex } from './testing/fake-server.ts';

describe('create', () => {
  it('sends a NewPet and returns the Pet', async () => {
    const service = new FakeServer(jsonResponse(201, rex, { Location: '/v1/pets/42' }));
    const pet = await service.client().pets.create({ name: 'Rex', categoryId: 7 });
    expect(pet).toEqual({ id: 42, name: 'Rex', categoryId: 7, status: 'available' });
    const { headers, ...request } = service.requests[0]!;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'http://pets.example/v1/pets',
      body: '{"name":"Rex","categoryId":7}',
    });
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer pets_key',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('keeps int64 exact in the request and in the response', async () => {
    const service = new FakeServer(
      jsonResponse(
        201,
        '{"id":9223372036854775807,"name":"9007199254740993","categoryId":-9007199254740993,"status":"sold"}',
      ),
    );
    const pet = await service.client().pets.create({ name: 'Rex', categoryId: -9007199254740993n, status: 'sold' });
    expect(service.requests[0]?.body).toBe('{"name":"Rex","categoryId":-9007199254740993,"status":"sold"}');
    expect(pet).toEqual({
      id: 9223372036854775807n,
      name: '9007199254740993',
      categoryId: -9007199254740993n,
      status: 'sold',
    });
  });

  it.each([2 ** 53, 1.5, NaN])(
    'throws TypeError and sends nothing if categoryId is the number %p',
    async (categoryId) => {
      const service = new FakeServer();
      await expect(service.client().pets.create({ name: 'Rex', categoryId })).rejects.toThrow(TypeError);
      expect(service.requests).toEqual([]);
    },
  );

  it('sends a new idempotency key with each call, or the key that the caller passes', async () => {
    const service = new FakeServer(jsonResponse(201, rex), jsonResponse(201, rex), jsonResponse(201, rex));
    const { pets } = service.client();
    await pets.create({ name: 'Rex', categoryId: 7 });
    await pets.create({ name: 'Rex', categoryId: 7 });
    await pets.create({ name: 'Rex', categoryId: 7 }, { idempotencyKey: 'order-1' });
    const keys = service.requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('order-1');
  });

  it.each([undefined, null, 'Rex'])('throws TypeError and sends nothing if the animal is %p', async (newPet) => {
    const service = new FakeServer();
    await expect(service.client().pets.create(newPet as never)).rejects.toThrow(
      new TypeError('newPet must be an object'),
    );
    expect(service.requests).toHaveLength(0);
  });

  it('throws TypeError for a key that is not a valid header value', async () => {
    const service = new FakeServer();
    const create = service.client().pets.create({ name: 'Rex', categoryId: 7 }, { idempotencyKey: 'a\nb' });
    await expect(create).rejects.toMatchObject({ name: 'TypeError' });
    expect(service.requests).toEqual([]);
  });
});

describe('get', () => {
  it.each([
    [42, '42'],
    [-1, '-1'],
    [9223372036854775807n, '9223372036854775807'],
  ])('requests the animal %p', async (petId, text) => {
    const service = new FakeServer(jsonResponse(200, rex));
    expect(await service.client().pets.get(petId)).toMatchObject({ name: 'Rex' });
    expect(service.requests[0]).toMatchObject({
      method: 'GET',
      url: `http://pets.example/v1/pets/${text}`,
      body: null,
    });
  });

  it('throws and sends nothing if the id is a number that may have been rounded', async () => {
    const service = new FakeServer();
    await expect(service.client().pets.get(2 ** 53)).rejects.toThrow(/^petId must be a safe integer or a bigint/);
    expect(service.requests).toEqual([]);
  });
});

describe('update', () => {
  it('sends a merge patch with the members to change, and returns the Pet', async () => {
    const service = new FakeServer(jsonResponse(200, rex));
    const pet = await service.client().pets.update(42, { name: 'Rex', status: undefined });
    expect(pet).toEqual({ id: 42, name: 'Rex', categoryId: 7, status: 'available' });
    const { headers, ...request } = service.requests[0]!;
    expect(request).toMatchObject({
      method: 'PATCH',
      url: 'http://pets.example/v1/pets/42',
      body: '{"name":"Rex"}',
    });
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer pets_key',
      'content-type': 'application/merge-patch+json',
    });
  });

  it('keeps int64 exact in the path and in the body', async () => {
    const service = new FakeServer(jsonResponse(200, rex));
    await service.client().pets.update(9223372036854775807n, { categoryId: -9007199254740993n, status: 'sold' });
    expect(service.requests[0]).toMatchObject({
      url: 'http://pets.example/v1/pets/9223372036854775807',
      body: '{"categoryId":-9007199254740993,"status":"sold"}',
    });
  });

  it.each<[unknown, unknown, string]>([
    [2 ** 53, {}, 'petId must be a safe integer or a bigint'],
    [1, { categoryId: 1.5 }, 'categoryId must be a safe integer or a bigint'],
    [1, undefined, 'update must be an object'],
    [1, null, 'update must be an object'],
    [1, 'Rex', 'update must be an object'],
  ])('throws TypeError and sends nothing for the animal %p and the update %p', async (petId, update, message) => {
    const service = new FakeServer();
    const updating = service.client().pets.update(petId as never, update as never);
    await expect(updating).rejects.toMatchObject({ name: 'TypeError', message: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });
});
