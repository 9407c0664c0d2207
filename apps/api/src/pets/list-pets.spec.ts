import { NewPet, PetStatus } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';
import { ListPetsQuery } from './dto/list-pets.query.ts';

const limitRule = 'limit must be an integer from 1 to 100';
const statusRule = 'status must be one of available, pending, sold';
const cursorRule = 'cursor must be one that a page of this list gave, unchanged, with the same status';

const app = useTestApp();

beforeAll(async () => {
  for (let id = 1; id <= 30; id++) {
    const status = PetStatus.values[id % 3];
    await app.pets.add(NewPet.of({ name: `Pet ${id}`, categoryId: id, status }).register('key_1'));
  }
});

const idsOn = (body: { id: number }[]) => body.map(({ id }) => id);

describe('listPets', () => {
  it('returns an empty array if there are no animals', async () => {
    jest.spyOn(app.pets, 'list').mockResolvedValue([]);
    const response = await app.client.get('/v1/pets');
    expect([response.status, response.text]).toEqual([200, '[]']);
    expect(response.headers).not.toHaveProperty('link');
  });

  it('returns JSON with Cache-Control: no-store', async () => {
    const response = await app.client.get('/v1/pets?limit=1');
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(response.headers).not.toHaveProperty('etag');
    expect(response.text).toBe('[{"id":1,"name":"Pet 1","categoryId":1,"status":"pending"}]');
    expectRequestId(response);
  });

  it('returns 20 animals without a limit, in ascending order of id', async () => {
    const { body, headers } = await app.client.get('/v1/pets');
    expect(idsOn(body)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(headers['link']).toMatch(/^<\/v1\/pets\?cursor=[\w-]+>; rel="next"$/);
  });

  it('returns only animals with the status, page by page, with the limit and the status in the links', async () => {
    const [pages, links]: [number[][], string[]] = [[], []];
    for (let path: string | undefined = '/v1/pets?status=sold&limit=2&colour=red'; path !== undefined;) {
      const { body, headers } = await app.client.get(path);
      pages.push(idsOn(body));
      links.push(headers['link']!);
      path = /<([^>]+)>; rel="next"/.exec(headers['link']!)?.[1];
    }
    expect(pages).toEqual([2, 8, 14, 20, 26].map((id) => [id, id + 3]));
    expect(links[0]).toMatch(/^<\/v1\/pets\?limit=2&status=sold&cursor=[\w-]+>; rel="next"$/);
    expect(links.at(-1)).toBe('</v1/pets?limit=2&status=sold>; rel="first"');
  });

  it.each([
    ['limit=0&status=lost&cursor=mine', `${statusRule}; ${limitRule}; ${cursorRule}.`],
    ['limit=101', `${limitRule}.`],
    ['limit=%205', `${limitRule}.`],
    ['limit=5&limit=5', `${limitRule}.`],
    ['status=', `${statusRule}.`],
    ['status=%zz', `${statusRule}.`],
    ['status=sold&status=sold', `${statusRule}.`],
  ])('rejects ?%s with all errors', async (query, message) => {
    expect(expectError(await app.client.get(`/v1/pets?${query}`), 'invalid_parameter')).toBe(message);
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
});

describe('a cursor of listPets', () => {
  const queryWith = (parameters: object) => Object.assign(new ListPetsQuery(), parameters);

  /** Cursors that release 1.0.0 issued: [status, id, cursor]. They must stay valid, because clients may have stored them. */
  it.each<[PetStatus | undefined, string, string]>([
    [undefined, '1', '4Sp-BRcxMQ'],
    [undefined, '42', 'fc_nJEiRNDI'],
    [undefined, '9223372036854775807', 'RiywjLymOTIyMzM3MjAzNjg1NDc3NTgwNw'],
    ['available', '77', 'Zzxo92B1Nzc'],
    ['pending', '42', 'qNf70cKTNDI'],
    ['sold', '9007199254740993', '7RkxzUWdOTAwNzE5OTI1NDc0MDk5Mw'],
  ])('for the status %s and the id %s is that of release 1.0.0, and is accepted', (status, id, cursor) => {
    expect(queryWith({ status }).cursorAt(id)).toBe(cursor);
    expect(queryWith({ status, cursor }).page.after?.decimal).toBe(id);
  });
});
