import { PetstoreError, type ListPetsQuery } from './index.ts';
import { FakeServer, jsonResponse, errorResponse, petPage as page } from './testing/fake-server.ts';

const baseUrl = 'http://pets.example/v1';

async function idsOf(pets: AsyncIterable<{ id: unknown }>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of pets) ids.push(id);
  return ids;
}

const urlsOf = ({ requests }: FakeServer) => requests.map(({ url }) => url);

it('follows the links of all pages', async () => {
  const service = new FakeServer(
    page([1, 2], '/v1/pets?limit=2&status=sold&cursor=a'),
    page([3, 4], '/v1/pets?limit=2&status=sold&cursor=b'),
    page([5]),
  );
  expect(await idsOf(service.client().pets.list({ limit: 2, status: 'sold' }))).toEqual([1, 2, 3, 4, 5]);
  expect(urlsOf(service)).toEqual([
    `${baseUrl}/pets?limit=2&status=sold`,
    `${baseUrl}/pets?limit=2&status=sold&cursor=a`,
    `${baseUrl}/pets?limit=2&status=sold&cursor=b`,
  ]);
});

it.each<[ListPetsQuery | undefined, string]>([
  [undefined, ''],
  [{}, ''],
  [{ status: undefined, limit: undefined }, ''],
  [{ status: 'available' }, '?status=available'],
  [{ limit: 100 }, '?limit=100'],
  [{ cursor: 'a b&c' }, '?cursor=a+b%26c'],
])('sends the query %p as "%s"', async (query, search) => {
  const service = new FakeServer(page([]));
  expect(await idsOf(service.client().pets.list(query))).toEqual([]);
  expect(urlsOf(service)).toEqual([`${baseUrl}/pets${search}`]);
});

it('pages yields the pages, each with the cursor of the next page', async () => {
  const service = new FakeServer(page([1, 2], '/v1/pets?cursor=a'), page([3]));
  const pages: unknown[] = [];
  for await (const { pets, nextCursor } of service.client().pets.list().pages()) {
    pages.push([pets.map(({ id }) => id), nextCursor]);
  }
  expect(pages).toEqual([
    [[1, 2], 'a'],
    [[3], undefined],
  ]);
});

it('requests a page only when the iteration needs it', async () => {
  const service = new FakeServer(page([1, 2], '/v1/pets?cursor=a'));
  const list = service.client().pets.list();
  expect(service.requests).toHaveLength(0);
  for await (const { id } of list) if (id === 2) break;
  expect(service.requests).toHaveLength(1);
});

it('starts each iteration at the first page', async () => {
  const service = new FakeServer(page([1]), page([1, 2]));
  const list = service.client().pets.list();
  expect(await idsOf(list)).toEqual([1]);
  expect(await idsOf(list)).toEqual([1, 2]);
});

it.each(['https://elsewhere.example/v1/pets?cursor=a', '//elsewhere.example/v1/pets?cursor=a', '/v1/pets?cursor=a'])(
  'requests the next page from the base URL of the client, with only the query of the link %s',
  async (next) => {
    const service = new FakeServer(page([1], next), page([2]));
    const gatewayUrl = 'http://gateway.example/store/v1';
    expect(await idsOf(service.client({ baseUrl: gatewayUrl }).pets.list())).toEqual([1, 2]);
    expect(urlsOf(service)[1]).toBe(`${gatewayUrl}/pets?cursor=a`);
  },
);

it.each<[string | undefined, string[]]>([
  [undefined, ['/v1/pets']],
  [undefined, ['/v1/pets?limit=2']],
  [undefined, ['/v1/pets?cursor=a', '/v1/pets?cursor=a']],
  [undefined, ['/v1/pets?cursor=a', '/v1/pets']],
  [undefined, ['/v1/pets?cursor=a', '/v1/pets?cursor=b', '/v1/pets?cursor=a']],
  ['a', ['/v1/pets?cursor=b', '/v1/pets?cursor=a']],
])('rejects a link without a new cursor: list from cursor %p, links %j', async (cursor, links) => {
  const service = new FakeServer(...links.map((link, index) => page([index], link)));
  const ids = idsOf(service.client().pets.list({ cursor }));
  await expect(ids).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
  await expect(ids).rejects.toThrow('its link to the next page has no new cursor');
  expect(service.requests).toHaveLength(links.length);
});

it.each(['{}', 'null', '[1]', '[{"id":"1","name":"Rex"}]', '', '<html>'])('rejects the page %p', async (text) => {
  const service = new FakeServer(jsonResponse(200, text));
  await expect(idsOf(service.client().pets.list())).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
});

it('rejects a page whose Link header the browser hides', async () => {
  // The service sends X-Request-Id with every response. If it is missing from a CORS response, the browser hides Link as well.
  const hidden = page([1]);
  hidden.headers.delete('X-Request-Id');
  Object.defineProperty(hidden, 'type', { value: 'cors' });
  const ids = idsOf(new FakeServer(hidden).client().pets.list());
  await expect(ids).rejects.toThrow('its Link header is not exposed to scripts of this origin (CORS)');
});

it('yields the animals of the earlier pages before it throws the error of a page', async () => {
  const service = new FakeServer(page([1, 2], '/v1/pets?cursor=a'), errorResponse(401, 'invalid_api_key'));
  const ids: unknown[] = [];
  const reading = (async () => {
    for await (const { id } of service.client().pets.list()) ids.push(id);
  })();
  await expect(reading).rejects.toThrow(PetstoreError);
  expect(ids).toEqual([1, 2]);
});

it('sends no request for the next page after the signal was aborted', async () => {
  const service = new FakeServer(page([1, 2], '/v1/pets?cursor=a'));
  const controller = new AbortController();
  const reason = new Error('enough');
  const reading = (async () => {
    for await (const { id } of service.client().pets.list({ signal: controller.signal })) {
      if (id === 2) controller.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(service.requests).toHaveLength(1);
});
