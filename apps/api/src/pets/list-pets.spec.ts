import { NewPet, Pet } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const statuses = ['available', 'pending', 'sold'] as const;
const limitRule = 'limit must be an integer from 1 to 100';
const statusRule = 'status must be one of available, pending, sold';
const cursorRule = 'cursor must be one that a page of this list gave, unchanged, with the same status';

const app = useTestApp();

beforeAll(async () => {
  for (let index = 1; index <= 120; index++) {
    await app.pets.add(NewPet.of({ name: `Pet ${index}`, categoryId: index, status: statuses[index % 3] }), 'key_1');
  }
});

describe('listPets', () => {
  it('returns an empty array if there are no animals', async () => {
    jest.spyOn(app.pets, 'list').mockResolvedValue([]);
    const response = await app.client.get('/v1/pets');
    expect(response.status).toBe(200);
    expect(response.text).toBe('[]');
    expect(response.headers).not.toHaveProperty('link');
  });

  it('returns JSON with Cache-Control: no-store', async () => {
    const response = await app.client.get('/v1/pets?limit=1');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers).not.toHaveProperty('etag');
    expect(response.headers).not.toHaveProperty('x-powered-by');
    expect(response.text).toBe('[{"id":1,"name":"Pet 1","categoryId":1,"status":"pending"}]');
    expectRequestId(response);
  });

  it('returns 20 animals without a limit, in ascending order of id', async () => {
    const { body } = await app.client.get('/v1/pets');
    expect(body.map(({ id }: { id: number }) => id)).toStrictEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it.each(['0', '101', '99999999999999999999', '05', '1.5', '%205', 'NaN', '', '5&limit=5'])(
    'rejects limit=%s',
    async (limit) => {
      const response = await app.client.get(`/v1/pets?limit=${limit}`);
      expect(expectError(response, 'invalid_parameter')).toBe(`${limitRule}.`);
    },
  );

  it.each(statuses)('returns only animals with the status %s', async (status) => {
    const { body } = await app.client.get(`/v1/pets?limit=100&status=${status}`);
    expect(body).toHaveLength(40);
    expect(new Set(body.map((pet: { status: string }) => pet.status))).toStrictEqual(new Set([status]));
  });

  it.each(['', 'Available', 'available,sold', '%zz', 'sold&status=sold'])('rejects status=%s', async (status) => {
    expect(expectError(await app.client.get(`/v1/pets?status=${status}`), 'invalid_parameter')).toBe(`${statusRule}.`);
  });

  it('reports all errors of a query at once', async () => {
    const response = await app.client.get('/v1/pets?limit=0&status=lost&cursor=mine');
    expect(expectError(response, 'invalid_parameter')).toBe(`${statusRule}; ${limitRule}; ${cursorRule}.`);
  });

  it.each([
    'limit[]=0',
    'Limit=0',
    '__proto__=0&constructor=0&toString=0&hasOwnProperty=0&then=0',
    '%zz=%zz',
    'access_token=pets_1',
  ])('ignores the unknown parameters of ?%s', async (query) => {
    const response = await app.client.get(`/v1/pets?${query}`);
    expect(response.status).toBe(200);
    expect(response.text).toBe((await app.client.get('/v1/pets')).text);
  });

  it('reads a parameter after any number of others', async () => {
    expectError(await app.client.get(`/v1/pets?${'a=1&'.repeat(2000)}limit=0`), 'invalid_parameter');
  });

  it('returns ids and categories beyond 2^53 exactly', async () => {
    const largest = { id: '9223372036854775807', name: 'Rex', categoryId: '-9223372036854775808', status: 'sold' };
    const beyondSafe = { ...largest, id: '9007199254740993', categoryId: '9007199254740993' };
    jest
      .spyOn(app.pets, 'list')
      .mockResolvedValue([beyondSafe, largest].map((pet) => Pet.restore({ ...pet, version: 1 })));
    const response = await app.client.get('/v1/pets');
    expect(response.text).toBe(
      '[{"id":9007199254740993,"name":"Rex","categoryId":9007199254740993,"status":"sold"},' +
        '{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808,"status":"sold"}]',
    );
  });
});
