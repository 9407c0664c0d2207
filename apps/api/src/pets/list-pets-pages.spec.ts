import { NewPet } from '@petstore/pets-domain';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';
import { ListPetsQuery } from './dto/list-pets.query.ts';

const statuses = ['available', 'pending', 'sold'] as const;

const app = useTestApp({}, 'each');

beforeEach(() => addPets(12));

async function addPets(count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    await app.pets.add(NewPet.of({ name: 'Rex', categoryId: index, status: statuses[index % 3] }), 'key_1');
  }
}

/** A page of the list: the ids of its animals, and the targets of its Link header. */
interface Page {
  readonly ids: number[];
  readonly links: Readonly<Partial<Record<'next' | 'first', string>>>;
}

async function getPage(address: string): Promise<Page> {
  const response = await app.client.get(address);
  expect(response.status).toBe(200);
  const links = [...(response.headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return {
    ids: response.body.map(({ id }: { id: number }) => id),
    links: Object.fromEntries(links.map(([, target, relation]) => [relation, target])),
  };
}

/** Returns the page at the address and all following pages. */
async function followLinks(address: string | undefined, pages: Page[] = []): Promise<Page[]> {
  if (address === undefined) return pages;
  const page = await getPage(address);
  return followLinks(page.links.next, [...pages, page]);
}

function nextLinkOf({ links }: Page): string {
  if (links.next === undefined) throw new Error('there is no next page');
  return links.next;
}

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('listPets with pages', () => {
  it.each([
    [1, 12],
    [5, 3],
    [6, 2],
    [11, 2],
    [12, 1],
    [100, 1],
  ])('returns each animal once with limit=%i, in %i pages', async (limit, count) => {
    const pages = await followLinks(`/v1/pets?limit=${limit}`);
    expect(pages.flatMap(({ ids }) => ids)).toStrictEqual(idsUpTo(12));
    expect(pages).toHaveLength(count);
    expect(pages.every(({ ids }) => ids.length > 0)).toBe(true);
  });

  it.each(statuses)('returns each animal with the status %s once, and no other', async (status) => {
    const pages = await followLinks(`/v1/pets?limit=2&status=${status}`);
    const expected = idsUpTo(12).filter((id) => statuses[id % 3] === status);
    expect(pages.flatMap(({ ids }) => ids)).toStrictEqual(expected);
    expect(pages).toHaveLength(2);
  });

  it('returns pages of 20 without a limit, and adds no limit to the links', async () => {
    await addPets(20);
    const [first, last] = await followLinks('/v1/pets');
    expect(first?.ids).toHaveLength(20);
    expect(first?.links.next).toMatch(/^\/v1\/pets\?cursor=[\w-]+$/);
    expect(last?.links).toStrictEqual({ first: '/v1/pets' });
  });

  it('keeps only the limit and the status in links, and links later pages to the first page', async () => {
    const [first, last] = await followLinks('/v1/pets?status=sold&limit=2&colour=red');
    expect(first?.links.next).toMatch(/^\/v1\/pets\?limit=2&status=sold&cursor=[\w-]+$/);
    expect(first?.links).not.toHaveProperty('first');
    expect(last?.links).toStrictEqual({ first: '/v1/pets?limit=2&status=sold' });
  });

  it('returns each animal once even if animals are added between two pages', async () => {
    const first = await getPage('/v1/pets?limit=4');
    await addPets(3);
    const rest = await followLinks(first.links.next);
    const ids = [...first.ids, ...rest.flatMap((page) => page.ids)];
    expect(ids.slice(0, 12)).toStrictEqual(idsUpTo(12));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('returns an empty page for a cursor after the last animal', async () => {
    const cursor = new ListPetsQuery().cursorAt('9223372036854775807');
    expect(await getPage(`/v1/pets?cursor=${cursor}`)).toStrictEqual({ ids: [], links: { first: '/v1/pets' } });
  });

  it('rejects a cursor of another status', async () => {
    const next = nextLinkOf(await getPage('/v1/pets?limit=2&status=sold'));
    for (const other of [next.replace('status=sold', 'status=pending'), next.replace('&status=sold', '')]) {
      expect(expectError(await app.client.get(other), 'invalid_parameter')).toMatch(/^cursor must be/);
    }
    const unrestricted = nextLinkOf(await getPage('/v1/pets?limit=2'));
    expectError(await app.client.get(`${unrestricted}&status=sold`), 'invalid_parameter');
  });
});
