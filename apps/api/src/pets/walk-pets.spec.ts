import { PageRequest } from '@petstore/http/paging/page-request';
import { NewPet } from '@petstore/pets-domain';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { petList } from './list-pets.request.ts';

const statuses = ['available', 'pending', 'sold'] as const;

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
  await addPets(12);
});

afterEach(() => app.close());

async function addPets(count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: index, status: statuses[index % 3] }));
  }
}

interface Page {
  readonly ids: number[];
  readonly links: Readonly<Partial<Record<'next' | 'first', string>>>;
}

async function page(address: string): Promise<Page> {
  const answer = await app.client.get(address);
  expect(answer.status).toBe(200);
  const links = [...(answer.headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return {
    ids: answer.body.map(({ id }: { id: number }) => id),
    links: Object.fromEntries(links.map(([, target, relation]) => [relation, target])),
  };
}

async function walk(address: string | undefined, pages: Page[] = []): Promise<Page[]> {
  if (address === undefined) return pages;
  const here = await page(address);
  return walk(here.links.next, [...pages, here]);
}

function nextOf({ links }: Page): string {
  if (links.next === undefined) throw new Error('there is no next page');
  return links.next;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('following the links to the next page', () => {
  it.each([
    [1, 12],
    [5, 3],
    [6, 2],
    [11, 2],
    [12, 1],
    [100, 1],
  ])('returns each animal once with pages of %i, in %i pages', async (limit, count) => {
    const pages = await walk(`/v1/pets?limit=${limit}`);
    expect(pages.flatMap(({ ids }) => ids)).toStrictEqual(upTo(12));
    expect(pages).toHaveLength(count);
    expect(pages.every(({ ids }) => ids.length > 0)).toBe(true);
  });

  it.each(statuses)('returns each animal with the status %s once, and no other', async (status) => {
    const pages = await walk(`/v1/pets?limit=2&status=${status}`);
    const expected = upTo(12).filter((id) => statuses[id % 3] === status);
    expect(pages.flatMap(({ ids }) => ids)).toStrictEqual(expected);
    expect(pages).toHaveLength(2);
  });

  it('uses pages of 20 without a limit, and adds none to the links', async () => {
    await addPets(20);
    const [first, last] = await walk('/v1/pets');
    expect(first?.ids).toHaveLength(20);
    expect(first?.links.next).toMatch(/^\/v1\/pets\?cursor=[\w-]+$/);
    expect(last?.links).toStrictEqual({ first: '/v1/pets' });
  });

  it('keeps the limit and the status, and links to the first page from every other', async () => {
    const [first, last] = await walk('/v1/pets?status=sold&limit=2&colour=red');
    expect(first?.links.next).toMatch(/^\/v1\/pets\?limit=2&status=sold&cursor=[\w-]+$/);
    expect(first?.links).not.toHaveProperty('first');
    expect(last?.links).toStrictEqual({ first: '/v1/pets?limit=2&status=sold' });
  });

  it('may change the limit', async () => {
    const first = await page('/v1/pets?limit=3');
    const rest = await page(nextOf(first).replace('limit=3', 'limit=100'));
    expect([...first.ids, ...rest.ids]).toStrictEqual(upTo(12));
  });

  it('returns earlier animals once, also if animals are added meanwhile', async () => {
    const first = await page('/v1/pets?limit=4');
    await addPets(3);
    const rest = await walk(first.links.next);
    const ids = [...first.ids, ...rest.flatMap((here) => here.ids)];
    expect(ids.slice(0, 12)).toStrictEqual(upTo(12));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ends with an empty page after the last animal', async () => {
    const cursor = PageRequest.parse(petList, {}).cursorAt('9223372036854775807');
    expect(await page(`/v1/pets?cursor=${cursor}`)).toStrictEqual({ ids: [], links: { first: '/v1/pets' } });
  });

  it('refuses a cursor of another status', async () => {
    const next = nextOf(await page('/v1/pets?limit=2&status=sold'));
    for (const other of [next.replace('status=sold', 'status=pending'), next.replace('&status=sold', '')]) {
      expect(expectError(await app.client.get(other), 'invalid_parameter')).toMatch(/^cursor must be/);
    }
    const unrestricted = nextOf(await page('/v1/pets?limit=2'));
    expectError(await app.client.get(`${unrestricted}&status=sold`), 'invalid_parameter');
  });

  it.each([
    ['cut', (cursor: string) => cursor.slice(0, -1)],
    ['longer', (cursor: string) => `${cursor}A`],
    ['changed', (cursor: string) => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)],
    ['padded', (cursor: string) => `${cursor}==`],
    ['empty', () => ''],
    ['an id', () => '2'],
    ['there twice', (cursor: string) => `${cursor}&cursor=${cursor}`],
  ])('refuses a cursor that is %s', async (_, damage) => {
    const next = nextOf(await page('/v1/pets?limit=2'));
    const damaged = next.replace(/(?<=cursor=).*/, damage);
    expect(expectError(await app.client.get(damaged), 'invalid_parameter')).toMatch(/^cursor must be/);
  });
});
