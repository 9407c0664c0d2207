import type { ListOrdersQuery } from './index.ts';
import { FakeServer, jsonResponse } from './testing/fake-server.ts';

const ordersUrl = 'http://pets.example/v1/store/orders';

/** Returns a page of orders with these ids, and with a link to the next page if `next` is passed. */
function page(ids: number[], next?: string): Response {
  const orders = ids.map((id) => `{"id":${id},"petId":42,"status":"placed"}`);
  return jsonResponse(200, `[${orders.join(',')}]`, next === undefined ? {} : { Link: `<${next}>; rel="next"` });
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

it('follows the links of all pages, and starts each iteration at the first page', async () => {
  const pages = () => [page([1, 2], '/v1/store/orders?limit=2&status=placed&cursor=a'), page([3])];
  const service = new FakeServer(...pages(), ...pages());
  const list = service.client().orders.list({ limit: 2, status: 'placed' });
  expect(service.requests).toEqual([]);
  for (let iteration = 0; iteration < 2; iteration++) {
    expect((await collect(list)).map(({ id }) => id)).toEqual([1, 2, 3]);
  }
  const urls = [`${ordersUrl}?limit=2&status=placed`, `${ordersUrl}?limit=2&status=placed&cursor=a`];
  expect(service.requests.map(({ url }) => url)).toEqual([...urls, ...urls]);
});

it('pages yields the pages, each with the cursor of the next page', async () => {
  const service = new FakeServer(page([1, 2], '/v1/store/orders?cursor=a'), page([3]));
  const pages = await collect(service.client().orders.list().pages());
  expect(pages.map(({ orders, nextCursor }) => [orders.map(({ id }) => id), nextCursor])).toEqual([
    [[1, 2], 'a'],
    [[3], undefined],
  ]);
});

it.each<[ListOrdersQuery | undefined, string]>([
  [undefined, ''],
  [{ status: undefined, petId: undefined }, ''],
  [
    { status: 'returned', petId: 9007199254740993n, limit: 100, cursor: 'a' },
    '?status=returned&petId=9007199254740993&limit=100&cursor=a',
  ],
])('sends the query %p as "%s"', async (query, search) => {
  const service = new FakeServer(page([]));
  expect(await collect(service.client().orders.list(query))).toEqual([]);
  expect(service.requests.map(({ url }) => url)).toEqual([ordersUrl + search]);
});

it('throws TypeError if the petId may have been rounded', () => {
  const { orders } = new FakeServer().client();
  expect(() => orders.list({ petId: 2 ** 53 })).toThrow(/^petId must be a safe integer or a bigint/);
});

it('rejects a link without a new cursor', async () => {
  const service = new FakeServer(page([1], '/v1/store/orders?cursor=a'), page([2], '/v1/store/orders?cursor=a'));
  await expect(collect(service.client().orders.list())).rejects.toThrow('its link to the next page has no new cursor');
});

it.each(['{}', '[1]', '[{"id":1,"name":"Rex"}]'])('rejects the page %p', async (text) => {
  const service = new FakeServer(jsonResponse(200, text));
  await expect(collect(service.client().orders.list())).rejects.toMatchObject({ code: 'unexpected_response' });
});
