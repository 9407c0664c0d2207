import type { ListPetsQuery } from './index.ts';
import { FakeServer, jsonResponse, pageOf } from './testing/fake-server.ts';

async function idsOf(items: AsyncIterable<{ id: unknown }>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

it('follows the links of all pages, and starts each iteration at the first page', async () => {
  const pages = () => [pageOf([1, 2], '?cursor=a'), pageOf([3, 4], '?cursor=b'), pageOf([5])];
  const service = new FakeServer(...pages(), ...pages());
  const list = service.client().pets.list({ limit: 2, status: 'sold' });
  expect(service.requests).toHaveLength(0);
  for (let iteration = 0; iteration < 2; iteration++) expect(await idsOf(list)).toEqual([1, 2, 3, 4, 5]);
  const path = '/pets?limit=2&status=sold';
  expect(service.paths.slice(0, 3)).toEqual([path, `${path}&cursor=a`, `${path}&cursor=b`]);
});

it.each<[ListPetsQuery | undefined, string]>([
  [undefined, ''],
  [{ status: undefined, limit: undefined }, ''],
  [{ status: 'available', limit: 100 }, '?status=available&limit=100'],
  [{ cursor: 'a b&c' }, '?cursor=a+b%26c'],
])('sends the query %p as "%s"', async (query, search) => {
  const service = new FakeServer(pageOf([]));
  expect(await idsOf(service.client().pets.list(query))).toEqual([]);
  expect(service.paths).toEqual([`/pets${search}`]);
});

it('lists orders, with an exact petId', async () => {
  const service = new FakeServer(pageOf([1], '/v1/store/orders?cursor=a'), pageOf([2]));
  const list = service.client().orders.list({ status: 'placed', petId: 9007199254740993n });
  const pages: unknown[] = [];
  for await (const { orders, nextCursor } of list.pages()) pages.push([orders.map(({ id }) => id), nextCursor]);
  expect(pages).toEqual([
    [[1], 'a'],
    [[2], undefined],
  ]);
  expect(service.paths[1]).toBe('/store/orders?status=placed&petId=9007199254740993&cursor=a');
});

describe('toArray', () => {
  it.each([
    [2, [1, 2], 1],
    [3, [1, 2, 3], 2],
    [Infinity, [1, 2, 3], 2],
  ])('with max %p returns %p after %p requests', async (max, ids, requests) => {
    const service = new FakeServer(pageOf([1, 2], '?cursor=a'), pageOf([3]));
    const pets = await service.client().pets.list().toArray({ max });
    expect(pets.map(({ id }) => id)).toEqual(ids);
    expect(service.requests).toHaveLength(requests);
  });

  it.each([undefined, {}, { max: 0 }, { max: 1.5 }, { max: '2' }])('throws TypeError for %p', async (options) => {
    const service = new FakeServer();
    const listing = service
      .client()
      .pets.list()
      .toArray(options as never);
    await expect(listing).rejects.toThrow(/^max must be a positive integer or Infinity, not /);
    expect(service.requests).toEqual([]);
  });
});

it.each([
  '<https://elsewhere.example/v1/pets?limit=9&cursor=a>; rel="next"',
  '</v1/pets>; rel="first", </v1/pets?cursor=a>; rel="next"',
  '<?cursor=a>;rel=next,</v1/pets>;rel=first',
  '<?cursor=a>; title="x, <b>; rel=first"; REL="Next"',
])('takes only the cursor of the link %s, and sends the request to the base URL of the client', async (Link) => {
  const service = new FakeServer(jsonResponse(200, '[{"id":1,"name":"Rex"}]', { Link }), pageOf([2]));
  const baseUrl = 'http://gateway.example/store/v1';
  expect(await idsOf(service.client({ baseUrl }).pets.list({ limit: 1 }))).toEqual([1, 2]);
  expect(service.paths[1]).toBe(`${baseUrl}/pets?limit=1&cursor=a`);
});

describe('refuses links that lead to no new items, and yields no item twice:', () => {
  const [first, second, third] = [{ link: '?cursor=a' }, { link: '?cursor=b' }, { link: '?cursor=c' }];

  it.each<[string, { ids: number[]; link: string }[]]>([
    ['a link without a cursor', [{ ids: [1], link: '/v1/pets?limit=2' }]],
    ['an empty page with a link', [{ ids: [], ...first }]],
    [
      'a page with a link to itself',
      [
        { ids: [1], ...first },
        { ids: [2], ...first },
        { ids: [2], ...first },
      ],
    ],
    [
      'a circle of two pages',
      [
        { ids: [1, 2], ...first },
        { ids: [3, 4], ...second },
        { ids: [1, 2], ...first },
      ],
    ],
    [
      'a circle of three pages after the first, whose ids are in no order',
      [
        { ids: [1, 2], ...first },
        { ids: [9, 3], ...second },
        { ids: [8, 4], ...third },
        { ids: [7, 5], ...first },
        { ids: [9, 3], ...second },
      ],
    ],
  ])('%s', async (_, pages) => {
    const service = new FakeServer(...pages.map(({ ids, link }) => pageOf(ids, link)));
    const yielded: number[] = [];
    const iterate = async () => {
      for await (const { id } of service.client().pets.list()) yielded.push(Number(id));
    };
    const error = await iterate().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unexpected_response', status: 200 });
    expect(String(error)).toContain('the links to the next page do not lead to new items');
    expect(service.requests).toHaveLength(pages.length);
    expect(yielded).toEqual(pages.slice(0, -1).flatMap(({ ids }) => ids));
  });

  it('ids beyond 2^53 are compared exactly', async () => {
    const page = (id: bigint, cursor: string) =>
      jsonResponse(200, `[{"id":${id},"name":"Rex"}]`, { Link: `<?cursor=${cursor}>; rel="next"` });
    const service = new FakeServer(page(2n ** 62n, 'a'), page(2n ** 62n + 1n, 'b'), page(2n ** 62n, 'a'));
    const ids = idsOf(service.client().pets.list());
    await expect(ids).rejects.toMatchObject({ code: 'unexpected_response' });
    expect(service.requests).toHaveLength(3);
  });
});

it.each(['{}', 'null', '[1]', '[{"id":"1","name":"Rex"}]', '<html>'])('refuses the page %p', async (text) => {
  const ids = idsOf(new FakeServer(jsonResponse(200, text)).client().pets.list());
  await expect(ids).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
});

it('refuses a page whose Link header the browser hides', async () => {
  const hidden = pageOf([1]);
  // A service that exposes `Link` also exposes `X-Request-Id`, which every response has.
  hidden.headers.delete('X-Request-Id');
  Object.defineProperty(hidden, 'type', { value: 'cors' });
  const ids = idsOf(new FakeServer(hidden).client().pets.list());
  await expect(ids).rejects.toThrow('its Link header is not exposed to scripts of this origin (CORS)');
});
